import type { RootData } from './root-data.ts';

/** The part of a route's meta arguments that its title needs. */
export interface TitledPage {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/** The document title: the page, then SITE_NAME. */
export function pageTitle(title: string, { matches }: TitledPage): { title: string }[] {
  const root = matches[0]?.loaderData as RootData | undefined;
  return [{ title: `${title} · ${root?.site.name ?? 'Sonoteca'}` }];
}
