import Camera from 'lucide-react/icons/camera';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { causeOf } from '#platform/failed-call.ts';
import { Avatar } from '#ui/avatar.tsx';
import { cx } from '#ui/cx.ts';
import { FileButton, useFileDrop } from '#ui/file-button.tsx';
import { toast } from '#ui/toast.tsx';
import { post } from '../send.ts';

const limit = 5 * 1024 * 1024;
const accepted = 'image/png,image/jpeg,image/webp,image/gif';

interface AvatarPickerProps {
  name: string;
  src: string | null;
}

/** The user's picture: chosen or dropped, previewed at once, saved only when the server accepts it. */
export function AvatarPicker({ name, src }: AvatarPickerProps) {
  const [preview, setPreview] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  async function take([file]: File[]) {
    if (!file || busy) return;
    if (file.size > limit) {
      const description = 'O arquivo deve ter no máximo 5MB';
      return toast({ title: 'Arquivo muito grande', description, tone: 'error' });
    }
    setPreview(URL.createObjectURL(file));
    setBusy(true);
    const failure = await upload(file);
    setBusy(false);
    if (failure) {
      setPreview(null);
      return toast({ ...failure, tone: 'error' });
    }
    toast({ title: 'Foto atualizada!', tone: 'success' });
    await revalidate();
    setPreview(null);
  }

  const { isOver, drop } = useFileDrop(take);

  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-5 rounded-md p-4 transition',
        isOver ? 'bg-accent/12' : 'bg-sunken',
      )}
      {...drop}
    >
      <span className={cx('transition-opacity', busy && 'opacity-50')}>
        <Avatar name={name} src={preview ?? src} size="lg" />
      </span>
      <div className="grid flex-1 basis-56 gap-1.5">
        <FileButton
          size="sm"
          className="justify-self-start"
          busy={busy}
          label="Foto do perfil"
          accept={accepted}
          onChoose={take}
        >
          {busy ? null : <Camera className="size-4" aria-hidden="true" />}
          {busy ? 'Enviando...' : 'Trocar foto'}
        </FileButton>
        <p className="text-sm text-muted">
          PNG, JPG, WEBP ou GIF de até 5 MB (animado, 500 KB).
          <span className="touch:hidden"> Você também pode arrastar a imagem para cá.</span>
        </p>
      </div>
    </div>
  );
}

/** Uploads the picture; returns an error toast, or null. */
async function upload(file: File): Promise<{ title: string; description: string } | null> {
  const { isOk, status, message } = await post('/uploads/avatar', file);
  if (isOk) return null;
  const description = message ?? `Não foi possível enviar a imagem. ${causeOf(status)}`;
  if (status === 413) return { title: 'Arquivo muito grande', description };
  return { title: status >= 500 ? 'Erro ao salvar foto' : 'Erro no upload', description };
}
