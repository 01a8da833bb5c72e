import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Button, buttonLook } from '#ui/button.tsx';

/** Recovery codes, shown once: to copy or download. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const [copied, setCopied] = useState(false);
  const text = codes.join('\n');
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        Cada código vale uma vez, no lugar do aplicativo ou da chave de acesso. Guarde-os longe deste
        aparelho: eles não serão mostrados de novo.
      </p>
      <ol
        aria-label="Códigos de recuperação"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-sunken px-5 py-4 text-center font-mono tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        {navigator.clipboard ? (
          <Button size="sm" onClick={copy}>
            {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            <span aria-live="polite">{copied ? 'Copiados' : 'Copiar'}</span>
          </Button>
        ) : null}
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="codigos-de-recuperacao.txt"
          className={buttonLook({ size: 'sm' })}
        >
          <Download aria-hidden="true" />
          Baixar
        </a>
      </div>
    </div>
  );
}
