import { Link, type LinkProps } from 'react-router';

interface PackageLinkProps extends Omit<LinkProps, 'to' | 'onClick'> {
  packageId: string;
}

/** A link to a package's page; prefetches its data on hover or touch, so that a click draws the page at once. */
export function PackageLink({ packageId, ...rest }: PackageLinkProps) {
  return <Link prefetch="intent" {...rest} to={`/package/${packageId}`} />;
}
