import ImagePlus from 'lucide-react/icons/image-plus';
import X from 'lucide-react/icons/x';
import { useId, useState } from 'react';
import { formatSize } from '#platform/format.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { FileButton, useFileDrop } from '#ui/file-button.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { type SendOutcome, sendCover, sendCoverAddress } from '../send.ts';

interface CoverFieldProps {
  /** The package's own cover; null: none. */
  ownUrl: string | null;
  drawnUrl?: string | null;
  /** Called while an upload is in flight, so that the form waits. */
  onBusy: (busy: boolean) => void;
  /** Called with the key of the new cover, or `none`. */
  onChange: (cover: string) => void;
}

type Busy = 'file' | 'address' | null;

/** A file or an https URL is uploaded at once, and becomes the cover when the form is saved with its key. */
export function CoverField({ ownUrl, drawnUrl = null, onBusy, onChange }: CoverFieldProps) {
  const [shownUrl, setShownUrl] = useState(ownUrl);
  const [busy, setBusy] = useState<Busy>(null);
  const [address, setAddress] = useState('');
  function change(cover: string, url: string | null) {
    setShownUrl(url);
    onChange(cover);
  }

  async function take(from: 'file' | 'address', sending: Promise<SendOutcome>) {
    setBusy(from);
    onBusy(true);
    const outcome = await sending;
    setBusy(null);
    onBusy(false);
    if (!outcome.ok) return toast({ title: 'Erro no upload', description: outcome.message, tone: 'error' });
    change(outcome.picture.key, outcome.picture.url);
    setAddress('');
    tellSaving(outcome.picture);
  }
  const takeFile = ([file]: File[]) => {
    if (file && !busy) void take('file', sendCover(file));
  };
  const { drop } = useFileDrop(takeFile);
  const takeAddress = () => {
    if (address.trim() && !busy) void take('address', sendCoverAddress(address.trim()));
  };

  return (
    <fieldset className="grid gap-3" {...drop}>
      <legend className="mb-1.5 text-sm font-medium">
        Imagem de Capa <span className="font-normal text-muted">(opcional)</span>
      </legend>
      <div className="flex flex-wrap items-center gap-4">
        <Preview url={shownUrl ?? drawnUrl} onRemove={shownUrl ? () => change('none', null) : null} />
        <div className="grid min-w-0 flex-1 basis-60 gap-2">
          <FileButton
            size="sm"
            className="justify-self-start"
            busy={busy === 'file'}
            disabled={busy !== null}
            label="Arquivo da capa"
            accept="image/png,image/jpeg,image/webp,image/gif"
            onChoose={takeFile}
          >
            {busy === 'file' ? 'Enviando...' : 'Enviar Imagem'}
          </FileButton>
          <p className="text-sm text-muted">
            PNG, JPG, WEBP ou GIF de até 5 MB (animado, 500 KB). Sem imagem, a capa é desenhada a partir do
            som.
          </p>
        </div>
      </div>
      <AddressField busy={busy} address={address} onWrite={setAddress} onTake={takeAddress} />
    </fieldset>
  );
}

/** Tells how much smaller a large picture has become. */
function tellSaving({ before, after }: { before: number; after: number }) {
  if (after >= before || before < 102_400) return;
  const description = `De ${formatSize(before)} para ${formatSize(after)}.`;
  toast({ title: 'Imagem otimizada', description, tone: 'success' });
}

/** The cover that is shown, with a button when it can be removed. */
function Preview({ url, onRemove }: { url: string | null; onRemove: (() => void) | null }) {
  return (
    <div className="relative size-28 shrink-0 overflow-hidden rounded-md bg-sunken shadow-well">
      {url ? (
        <img src={url} alt="Prévia da capa" className="size-full object-cover" />
      ) : (
        <span className="grid size-full place-items-center text-muted">
          <ImagePlus className="size-7" aria-hidden="true" />
        </span>
      )}
      {onRemove ? (
        <IconButton
          label="Remover imagem"
          size="sm"
          variant="secondary"
          className="absolute! top-1 right-1"
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}

interface AddressFieldProps {
  busy: Busy;
  address: string;
  onWrite: (address: string) => void;
  onTake: () => void;
}

/** An address whose picture is fetched by a button, by Enter, or on leaving the field. */
function AddressField({ busy, address, onWrite, onTake }: AddressFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm text-muted">
        ou um endereço direto (https)
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={address}
          disabled={busy !== null}
          onChange={(event) => onWrite(event.target.value)}
          onBlur={onTake}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onTake();
          }}
        />
        <Button type="button" busy={busy === 'address'} disabled={!address.trim()} onClick={onTake}>
          Buscar
        </Button>
      </div>
    </div>
  );
}
