import { Link, useLocation } from 'react-router';

/** The four places of the landing page that every page links to. */
export const sectionLinks = [
  { to: '/', label: 'Início' },
  { to: '/#recursos', label: 'Recursos' },
  { to: '/#planos', label: 'Planos' },
  { to: '/#faq', label: 'FAQ' },
] as const;

interface SectionLinkProps {
  to: string;
  label: string;
  className?: string;
  onClick?: () => void;
}

/** Milliseconds for which the page scrolls smoothly after a click. */
const smoothFor = 1200;

/**
 * A link to a section: scrolls there on the landing page, goes there from any other (NAV-02..04). The router does
 * the scrolling; on the landing page it is made a smooth one.
 */
export function SectionLink({ to, label, className, onClick }: SectionLinkProps) {
  const { pathname } = useLocation();

  function follow() {
    onClick?.();
    if (pathname === '/' && !matchMedia('(prefers-reduced-motion: reduce)').matches) scrollSmoothly();
  }

  return (
    <Link to={to} onClick={follow} className={className}>
      {label}
    </Link>
  );
}

let end: ReturnType<typeof setTimeout> | undefined;

function scrollSmoothly(): void {
  const { style } = document.documentElement;
  style.scrollBehavior = 'smooth';
  clearTimeout(end);
  end = setTimeout(() => style.removeProperty('scroll-behavior'), smoothFor);
}
