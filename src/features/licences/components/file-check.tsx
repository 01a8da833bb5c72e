import { sha256 } from '@noble/hashes/sha2.js';
import FileCheck2 from 'lucide-react/icons/file-check-2';
import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FileButton, useFileDrop } from '#ui/file-button.tsx';
import { Progress } from '#ui/progress.tsx';

type State =
  | { kind: 'idle' }
  | { kind: 'reading'; name: string; percent: number }
  | { kind: 'done'; name: string; hash: string }
  | { kind: 'failed'; name: string };

interface FileCheckProps {
  /** The sentence for a file with this hash, and whether it is a good one. */
  verdict: (hash: string, fileName: string) => { isGood: boolean; text: string };
  /** What the file is compared with, for the lead. */
  lead: string;
  onHash?: (hash: string) => void;
}

/**
 * Takes a file, dropped or chosen, and says what its SHA-256 proves. The file is read piece by piece in the browser, so
 * that any size fits, and is sent nowhere.
 */
export function FileCheck({ verdict, lead, onHash }: FileCheckProps) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const reading = useRef<AbortController>(null);
  const { isOver, drop } = useFileDrop(([file]) => file && void check(file));

  async function check(file: File) {
    reading.current?.abort();
    const control = new AbortController();
    reading.current = control;
    const { name } = file;
    const tell = (next: State) => control.signal.aborted || setState(next);
    tell({ kind: 'reading', name, percent: 0 });
    const hash = await hashOf(file, control.signal, (percent) =>
      tell({ kind: 'reading', name, percent }),
    ).catch(() => null);
    tell(hash === null ? { kind: 'failed', name } : { kind: 'done', name, hash });
    if (hash !== null && !control.signal.aborted) onHash?.(hash);
  }

  return (
    <div
      {...drop}
      className={cx(
        'grid justify-items-start gap-4 rounded-lg border border-dashed border-edge bg-well p-5 transition sm:p-6',
        isOver && 'border-accent bg-chosen',
      )}
    >
      <p className="text-sm text-muted">{lead} O arquivo não sai do seu aparelho.</p>
      <div className="flex flex-wrap gap-3">
        <FileButton label="Arquivo para conferir" accept="" onChoose={([file]) => file && void check(file)}>
          <FileCheck2 aria-hidden="true" />
          Escolher um arquivo
        </FileButton>
        {state.kind === 'reading' ? (
          <Button
            variant="ghost"
            onClick={() => {
              reading.current?.abort();
              setState({ kind: 'idle' });
            }}
          >
            Parar
          </Button>
        ) : null}
      </div>
      {state.kind === 'reading' ? <Progress label={`Lendo ${state.name}`} value={state.percent} /> : null}
      <div aria-live="polite" className="w-full">
        <Outcome state={state} verdict={verdict} />
      </div>
    </div>
  );
}

function Outcome({ state, verdict }: { state: State; verdict: FileCheckProps['verdict'] }) {
  if (state.kind === 'failed') {
    return (
      <p className="text-sm text-danger">O arquivo {state.name} não pôde ser lido. Escolha-o de novo.</p>
    );
  }
  if (state.kind !== 'done') return null;
  const { isGood, text } = verdict(state.hash, state.name);
  return (
    <div className="grid gap-1 text-sm">
      <p className={cx('font-medium break-words', isGood ? 'text-success' : 'text-danger')}>{text}</p>
      <p className="text-xs break-all text-muted">SHA-256 {state.hash}</p>
    </div>
  );
}

/** Not crypto.subtle: it needs the whole file in memory, and https. */
async function hashOf(file: File, signal: AbortSignal, tell: (percent: number) => void): Promise<string> {
  const hash = sha256.create();
  const reader = file.stream().getReader();
  let read = 0;
  let told = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (signal.aborted) {
      await reader.cancel();
      signal.throwIfAborted();
    }
    if (done) break;
    hash.update(value);
    read += value.length;
    const percent = Math.floor((read / Math.max(1, file.size)) * 100);
    if (percent === told) continue;
    told = percent;
    tell(percent);
    // Lets the page draw between pieces.
    await new Promise((next) => setTimeout(next, 0));
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
