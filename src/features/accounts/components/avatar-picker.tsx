import Camera from 'lucide-react/icons/camera';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { causeOf } from '#platform/failed-call.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { toast } from '#ui/toast.tsx';
import { send } from '../send.ts';

const limit = 5 * 1024 * 1024;
const accepted = 'image/png,image/jpeg,image/webp,image/gif';

interface AvatarPickerProps {
  name: string;
  src: string | null;
}

/** The user's picture: chosen or dropped, previewed at once, saved only when the server accepts it. */
export function AvatarPicker({ name, src }: AvatarPickerProps) {
  const [preview, setPreview] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { revalidate } = useRevalidator();

  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function take(file: File | undefined) {
    if (!file || busy) return;
    if (file.size > limit) {
      toast({
        title: 'Arquivo muito grande',
        description: 'O arquivo deve ter no máximo 5MB',
        tone: 'error',
      });
      return;
    }
    setPreview(URL.createObjectURL(file));
    setBusy(true);
    const failure = await upload(file);
    setBusy(false);
    if (failure) {
      setPreview(null);
      toast({ ...failure, tone: 'error' });
      return;
    }
    toast({ title: 'Foto atualizada!', tone: 'success' });
    await revalidate();
    setPreview(null);
  }

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first
    <div
      className={cx(
        'flex flex-wrap items-center gap-5 rounded-md p-4 transition',
        over ? 'bg-accent/12' : 'bg-sunken',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={cx('transition-opacity', busy && 'opacity-50')}>
        <Avatar name={name} src={preview ?? src} size="lg" />
      </span>
      <div className="grid flex-1 basis-56 gap-1.5">
        <Button size="sm" className="justify-self-start" busy={busy} onClick={() => input.current?.click()}>
          {busy ? null : <Camera className="size-4" aria-hidden="true" />}
          {busy ? 'Enviando...' : 'Trocar foto'}
        </Button>
        <p className="text-sm text-muted">
          PNG, JPG, WEBP ou GIF de até 5MB.
          <span className="touch:hidden"> Você também pode arrastar a imagem para cá.</span>
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept={accepted}
        className="sr-only"
        tabIndex={-1}
        aria-label="Foto do perfil"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Uploads the picture; returns an error toast, or null. */
async function upload(file: File): Promise<{ title: string; description: string } | null> {
  try {
    const response = await send('/uploads/avatar', {
      body: file,
      headers: { 'Content-Type': file.type || 'application/octet-stream' },
    });
    if (response.ok) return null;
    const answer = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
    const description =
      answer?.error?.message ?? `Não foi possível enviar a imagem. ${causeOf(response.status)}`;
    if (response.status === 413) return { title: 'Arquivo muito grande', description };
    return { title: response.status >= 500 ? 'Erro ao salvar foto' : 'Erro no upload', description };
  } catch {
    return { title: 'Erro no upload', description: `Não foi possível enviar a imagem. ${causeOf(0)}` };
  }
}
