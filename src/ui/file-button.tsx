import { type ComponentProps, type DragEvent, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> {
  /** Accessible name of the file input. */
  label: string;
  accept: string;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
}

/** A button that asks for files; the same one can be chosen again. */
export function FileButton({ label, accept, multiple, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} type="button" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
    </>
  );
}

/** Attributes of an element that files can be dropped on, and whether some are over it. */
export function useFileDrop(onDrop: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      if (event.dataTransfer.files.length > 0) onDrop([...event.dataTransfer.files]);
    },
  };
  return { isOver, drop };
}
