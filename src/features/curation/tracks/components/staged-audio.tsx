import X from 'lucide-react/icons/x';
import { formatSize } from '#platform/format.ts';
import { IconButton } from '#ui/button.tsx';
import { AudioDrop } from './audio-drop.tsx';

interface StagedAudioProps {
  files: File[];
  onChange: (files: File[]) => void;
}

const keyOf = ({ name, size, lastModified }: File) => `${name}|${size}|${lastModified}`;

export function StagedAudio({ files, onChange }: StagedAudioProps) {
  const add = (chosen: File[]) => {
    const known = new Set(files.map(keyOf));
    onChange([...files, ...chosen.filter((file) => !known.has(keyOf(file)))]);
  };
  return (
    <section aria-label="Faixas" className="grid gap-4">
      <h2 className="text-lg font-semibold">Faixas</h2>
      <AudioDrop onFiles={add} />
      {files.length > 0 ? (
        <>
          <p className="text-sm text-muted">
            {files.length === 1 ? 'O áudio é enviado' : `Os ${files.length} áudios são enviados`} assim que o
            pacote for criado.
          </p>
          <ul className="grid">
            {files.map((file) => (
              <li key={keyOf(file)} className="flex items-center gap-3 text-sm">
                <span className="min-w-0 flex-1 truncate">{file.name}</span>
                <span className="text-muted tabular-nums">{formatSize(file.size)}</span>
                <IconButton
                  label={`Tirar da lista: ${file.name}`}
                  size="sm"
                  onClick={() => onChange(files.filter((one) => one !== file))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
