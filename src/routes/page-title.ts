import type { RootData } from './root-data.ts';

/** The part of a page's meta arguments that its title needs. */
export interface TitledPage {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/** What the tab says: the page, then the site by its setting SITE_NAME. */
export function pageTitle(title: string, { matches }: TitledPage): { title: string }[] {
  const root = matches[0]?.loaderData as RootData | undefined;
  return [{ title: `${title} · ${root?.site.name ?? 'Sonoteca'}` }];
}
