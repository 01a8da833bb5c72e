import { Link, useLocation } from 'react-router';

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

interface SectionNavProps {
  className?: string;
  linkClass: string;
}

/** The sections of the landing page: in the bar for visitors, at the end of the page for signed-in users. */
export function SectionNav({ className, linkClass }: SectionNavProps) {
  return (
    <nav aria-label="Seções do site" className={className}>
      <ul className="flex flex-wrap gap-1">
        {sectionLinks.map((link) => (
          <li key={link.to}>
            <SectionLink {...link} className={linkClass} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Milliseconds of smooth scrolling after a click. */
const smoothFor = 1200;

/** A link to a section of the landing page (NAV-02..04); on that page the router's scrolling is made smooth. */
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
