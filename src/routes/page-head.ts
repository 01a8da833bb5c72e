import type { RootData } from './root-data.ts';

/** The part of a route's meta arguments that its head needs. */
export interface HeadedPage {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

type HeadEntry =
  | { title: string }
  | { name: string; content: string }
  | { property: string; content: string };

/** The document's title (the page, then SITE_NAME), and the saved description or else the page's own (CEO-01). */
export function pageHead({ matches }: HeadedPage, title: string, description: string): HeadEntry[] {
  const root = matches[0]?.loaderData as RootData | undefined;
  return headWords(`${title} · ${root?.site.name ?? 'Sonoteca'}`, root?.site.savedDescription ?? description);
}

/** Title and description; the title also for programs that show a shared address. */
export const headWords = (title: string, description: string): HeadEntry[] => [
  { title },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
];

/** For pages that search engines leave out. */
export const unlisted: HeadEntry = { name: 'robots', content: 'noindex' };
