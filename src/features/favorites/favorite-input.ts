import { z } from 'zod';
import type { FavoriteItem } from './model.ts';

const id = (error: string) => z.string({ error }).min(1, error).max(64, error);

/** Body of POST and DELETE /functions/favorites. The session determines the user. */
export const favoriteSchema = z
  .object({
    package_id: id('Informe o pacote.'),
    track_id: id('Informe a faixa.').nullish(),
  })
  .transform(
    ({ package_id, track_id }): FavoriteItem => ({ packageId: package_id, trackId: track_id ?? null }),
  );
