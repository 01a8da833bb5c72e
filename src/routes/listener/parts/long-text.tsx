import { useId, useState } from 'react';
import { cx } from '#ui/cx.ts';

/** Characters in four lines on a wide screen, and in two on a phone. */
const roomWide = 320;
const roomNarrow = 90;

/** Shows the first lines of a long text and the rest on demand, so that the player stays near. */
export function LongText({ text, className }: { text: string; className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const lines = text.split('\n').length;
  const isLongWide = text.length > roomWide || lines > 4;
  const isLongNarrow = isLongWide || text.length > roomNarrow || lines > 2;
  return (
    <div className={className}>
      <p
        id={id}
        className={cx(
          'whitespace-pre-line',
          !isOpen && isLongNarrow && 'max-sm:line-clamp-2',
          !isOpen && isLongWide && 'sm:line-clamp-4',
        )}
      >
        {text}
      </p>
      {isLongNarrow ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className={cx(
            '-ml-2 flex min-h-9 items-center rounded-sm px-2 text-sm font-medium text-fg underline decoration-current/40 underline-offset-4 transition hover:decoration-current touch:min-h-11',
            !isLongWide && 'sm:hidden',
          )}
        >
          {isOpen ? 'Ler menos' : 'Ler mais'}
        </button>
      ) : null}
    </div>
  );
}
