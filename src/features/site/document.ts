export type DocumentBlock =
  | { kind: 'heading'; text: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] };

/** `## ` begins a heading, `- ` a list item, anything else is a paragraph; nothing is rendered as HTML. */
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

export interface DocumentFacts {
  siteName: string;
  /** Our contact, as the end of a sentence: `pelo WhatsApp +55 (11) 98888-7777`. */
  channel: string;
}

/** Date of the current terms and privacy texts. */
export const documentsDate = '21/11/2026';
