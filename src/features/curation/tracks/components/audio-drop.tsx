import FileAudio from 'lucide-react/icons/file-audio';
import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';

interface AudioDropProps {
  onFiles: (files: File[]) => void;
}

export function AudioDrop({ onFiles }: AudioDropProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first
    <div
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-md border border-dashed p-4 transition',
        over ? 'border-accent bg-accent/12' : 'border-edge bg-sunken',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <FileAudio className="size-7 shrink-0 text-accent" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-52 text-sm text-muted">
        Arraste os áudios para cá, vários de uma vez: MP3, WAV, FLAC, OGG ou M4A, até 2GB cada.
      </p>
      <Button type="button" size="sm" onClick={() => input.current?.click()}>
        Escolher áudios
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept="audio/*,.mp3,.wav,.flac,.ogg,.m4a"
        className="sr-only"
        tabIndex={-1}
        aria-label="Arquivos de áudio"
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </div>
  );
}
