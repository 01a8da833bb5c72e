import { toast } from '#ui/toast.tsx';
import type { PlayableTrack } from './model.ts';

/** URL of a track's download; the server takes the file name from the database. */
export const downloadPath = ({ id, name }: Pick<PlayableTrack, 'id' | 'name'>): string =>
  `/audio/${id}?${new URLSearchParams({ download: 'true', filename: name })}`;

/** Both sets of texts in the specification: package page and mini player. */
const words = {
  page: (name: string) => ({ title: 'Iniciando download', description: `Baixando ${name}...` }),
  mini: (name: string) => ({ title: 'Download iniciado', description: `${name} será baixado.` }),
};

/** Asks for permission, so that a refusal is a message, then lets the browser download (DWN-01, DWN-11). */
export async function downloadTrack(
  track: Pick<PlayableTrack, 'id' | 'name'>,
  style: 'page' | 'mini',
): Promise<void> {
  const path = downloadPath(track);
  const id = toast(words[style](track.name));
  const answer = await fetch(path, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) {
    const description =
      answer?.status === 429
        ? 'Muitos downloads em pouco tempo. Aguarde um instante e continue.'
        : 'Não foi possível baixar o arquivo.';
    toast({ id, title: 'Erro no download', description, tone: 'error' });
    return;
  }
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
