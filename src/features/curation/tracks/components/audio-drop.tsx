import FileAudio from 'lucide-react/icons/file-audio';
import { cx } from '#ui/cx.ts';
import { FileButton, useFileDrop } from '#ui/file-button.tsx';

interface AudioDropProps {
  onFiles: (files: File[]) => void;
}

export function AudioDrop({ onFiles }: AudioDropProps) {
  const { isOver, drop } = useFileDrop(onFiles);
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-md border border-dashed p-4 transition',
        isOver ? 'border-accent bg-accent/12' : 'border-edge bg-sunken',
      )}
      {...drop}
    >
      <FileAudio className="size-7 shrink-0 text-accent" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-52 text-sm text-muted">
        Arraste os áudios para cá, vários de uma vez: MP3, WAV, FLAC, OGG ou M4A, até 2 GB cada.
      </p>
      <FileButton
        size="sm"
        label="Arquivos de áudio"
        accept="audio/*,.mp3,.wav,.flac,.ogg,.m4a"
        multiple
        onChoose={onFiles}
      >
        Escolher áudios
      </FileButton>
    </div>
  );
}
