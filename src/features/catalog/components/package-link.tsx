import type { MouseEvent } from 'react';
import { Link, type LinkProps, useNavigate } from 'react-router';

interface PackageLinkProps extends Omit<LinkProps, 'to' | 'onClick'> {
  packageId: string;
}

/** A link to a package's page; prefetches its data on hover or touch, so that a click draws the page at once. */
export function PackageLink({ packageId, ...rest }: PackageLinkProps) {
  const navigate = useNavigate();
  const to = `/package/${packageId}`;
  const follow = (event: MouseEvent) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.button !== 0 || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    void navigate(to, { flushSync: true });
  };
  return <Link prefetch="intent" {...rest} to={to} onClick={follow} />;
}
