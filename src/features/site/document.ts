/** A part of a document that a page can show. */
export type DocumentBlock =
  | { kind: 'heading'; text: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] };

/**
 * Splits a document into parts. Lines beginning with `## ` are headings, with `- ` items of a list, all others
 * paragraphs; nothing in it is ever run as HTML.
 */
export function readDocument(text: string): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let headings = 0;
  for (const line of text.split('\n').map((part) => part.trim())) {
    if (line === '') continue;
    const last = blocks.at(-1);
    if (line.startsWith('## ')) {
      headings += 1;
      blocks.push({ kind: 'heading', text: line.slice(3).trim(), id: `parte-${headings}` });
    } else if (!line.startsWith('- ')) blocks.push({ kind: 'paragraph', text: line });
    else if (last?.kind === 'list') last.items.push(line.slice(2).trim());
    else blocks.push({ kind: 'list', items: [line.slice(2).trim()] });
  }
  return blocks;
}

/** Who speaks in a document, and where one reaches them. */
export interface DocumentFacts {
  siteName: string;
  /** How to write to us, as the end of a sentence: `pelo WhatsApp +55 (11) 98888-7777`. */
  channel: string;
}

/** Day of the present text of terms and privacy. */
export const documentsDate = '21/11/2026';
