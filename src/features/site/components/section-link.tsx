import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

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

/** A link to a section: scrolls there on the landing page, goes there from any other (NAV-02..04). */
export function SectionLink({ to, label, className, onClick }: SectionLinkProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();

  function scroll(event: MouseEvent) {
    onClick?.();
    if (pathname !== '/' || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const target = document.getElementById(to.split('#')[1] ?? '');
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    void navigate(to, { preventScrollReset: true, replace: true });
    if (target) target.scrollIntoView({ behavior });
    else window.scrollTo({ top: 0, behavior });
  }

  return (
    <Link to={to} onClick={scroll} className={className}>
      {label}
    </Link>
  );
}
