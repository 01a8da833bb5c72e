import type { ReactNode } from 'react';
import { Page, PageHeader } from '#ui/page.tsx';
import { type DocumentBlock, readDocument } from '../document.ts';

interface DocumentPageProps {
  title: string;
  /** Date or version of the text. */
  edition: string;
  text: string;
  /** Shown before the text, as a warning. */
  notice?: ReactNode;
}

/** A long text with a list of its headings: terms, privacy, licence. */
export function DocumentPage({ title, edition, text, notice }: DocumentPageProps) {
  const blocks = readDocument(text);
  const headings = blocks.filter((block) => block.kind === 'heading');
  return (
    <Page className="lg:py-16">
      <PageHeader title={title} lead={edition} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-20">
        <article className="max-w-[68ch]">
          {notice}
          <Blocks blocks={blocks} />
        </article>
        {headings.length > 2 ? (
          <nav aria-label="Nesta página" className="hidden self-start lg:sticky lg:top-28 lg:block">
            <p className="text-sm font-semibold">Nesta página</p>
            <ul className="mt-3 grid gap-0.5 shadow-[-1px_0_0_var(--color-line)]">
              {headings.map(({ id, text: heading }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="block rounded-r-sm py-1.5 pl-4 text-sm text-muted transition hover:bg-fg/5 hover:text-fg"
                  >
                    {heading}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </div>
    </Page>
  );
}

/** The same text within another page. */
export const DocumentText = ({ text }: { text: string }) => <Blocks blocks={readDocument(text)} />;

const Blocks = ({ blocks }: { blocks: DocumentBlock[] }) =>
  blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is a whole and never reordered
    <Block key={at} block={block} />
  ));

function Block({ block }: { block: DocumentBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 id={block.id} className="mt-10 mb-3 text-2xl first:mt-0">
          {block.text}
        </h2>
      );
    case 'paragraph':
      return <p className="mt-3 text-muted">{block.text}</p>;
    case 'list':
      return (
        <ul className="mt-3 grid list-disc gap-2 pl-5 text-muted marker:text-accent">
          {block.items.map((item) => (
            <li key={item} className="pl-1">
              {item}
            </li>
          ))}
        </ul>
      );
  }
}
