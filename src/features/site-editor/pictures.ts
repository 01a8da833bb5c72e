import { pictureUses } from '#features/media/model.ts';

export const sitePictureUses = ['favicon', 'category'] as const;
export type SitePictureUse = (typeof sitePictureUses)[number];

export interface PictureRefusal {
  title: string;
  description: string;
}

const refusals: Record<SitePictureUse, { tooLarge: PictureRefusal; notAnImage: PictureRefusal }> = {
  favicon: {
    tooLarge: { title: 'Arquivo muito grande', description: 'O ícone deve ter no máximo 1MB' },
    notAnImage: {
      title: 'Formato inválido',
      description: 'Por favor, selecione uma imagem (PNG, JPG, WEBP)',
    },
  },
  category: {
    tooLarge: { title: 'Arquivo muito grande', description: 'A imagem deve ter no máximo 5MB.' },
    notAnImage: { title: 'Formato inválido', description: 'Por favor, selecione uma imagem válida.' },
  },
};

/** Why a chosen file is refused, by size and declared type; null when it may be uploaded (CEO-02, A-76). */
export function checkSitePicture(
  use: SitePictureUse,
  file: { size: number; type: string },
): PictureRefusal | null {
  if (!/^image\/(png|jpeg|webp|gif)$/.test(file.type)) return refusals[use].notAnImage;
  return file.size > pictureUses[use].bytes ? refusals[use].tooLarge : null;
}
