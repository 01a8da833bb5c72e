import { formatCount } from './format.ts';

/** A place in a list; the ids make far pages as cheap as the first one. */
export interface Place {
  pagina: number;
  /** The row that the page follows, or precedes. */
  depois?: string | undefined;
  antes?: string | undefined;
  /** Rows a page, where a whole list is read; addresses do not say it. */
  size?: number;
}

/** A list's own names of these parameters, where a page has several lists. */
export const placeNames = (list?: string) => ({
  page: list ?? 'pagina',
  after: list ? `${list}-depois` : 'depois',
  before: list ? `${list}-antes` : 'antes',
});

/** How long a list is. */
export interface Total {
  total: number;
  /** How exactly it is known. */
  about: 'exact' | 'estimated' | 'least';
}

/** What a pager and a heading say about a page of a list. */
export interface ListPage extends Total {
  page: number;
  pages: number;
  /** The last row, when others follow; the first row, when others precede. */
  after: string | null;
  before: string | null;
}

const words = { exact: '', estimated: 'cerca de ', least: 'mais de ' };

/** `1.234`, `cerca de 98.000`, `mais de 10.000`. */
export const formatTotal = ({ total, about }: Total, of = total): string => words[about] + formatCount(of);

const rowsAtOnce = 1000;

/** A whole list, part by part: `read` reads one part, as a page does. */
export async function* readWhole<Part extends { page: Pick<ListPage, 'after'> }>(
  read: (place: Place) => Promise<Part>,
): AsyncGenerator<Part> {
  for (let after: string | null | undefined; after !== null; ) {
    // Names every part of a place: an address may name another.
    const part: Part = await read({ pagina: 1, size: rowsAtOnce, depois: after, antes: undefined });
    yield part;
    after = part.page.after;
  }
}
