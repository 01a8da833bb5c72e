import type { ListPage } from '#platform/list.ts';

export type FavoriteType = 'package' | 'track';

export interface FavoriteItem {
  packageId: string;
  trackId: string | null;
}

/** `available` is false when listeners can no longer see it: then only the name is known. */
export interface FavoritePackage {
  packageId: string;
  title: string;
  available: boolean;
  kind: string | null;
  coverUrl: string | null;
  trackCount: number | null;
}

export interface FavoriteTrack {
  packageId: string;
  trackId: string;
  name: string;
  packageTitle: string;
  available: boolean;
  kind: string | null;
  coverUrl: string | null;
  durationMs: number | null;
  /** base64 of up to 400 bytes; null when not analysed or not available. */
  peaks: string | null;
  loudnessLufs: number | null;
  truePeakDb: number | null;
  tempoBpm: number | null;
}

/** A page of each list. */
export interface Favorites {
  packages: FavoritePackage[];
  tracks: FavoriteTrack[];
  pages: Record<FavoriteType, ListPage>;
}

/** Texts of the specification (section 8). */
export const favoriteTexts = {
  signIn: 'Login necessário',
  signInFor: { track: 'Faça login para favoritar faixas.', package: 'Faça login para favoritar pacotes.' },
  added: { track: 'Favoritado!', package: 'Pacote favoritado!' },
  removed: 'Removido',
  error: 'Erro',
  notLoaded: 'Não foi possível carregar os favoritos.',
  notAdded: {
    track: 'Não foi possível adicionar aos favoritos.',
    package: 'Não foi possível adicionar o pacote aos favoritos.',
  },
  notRemoved: {
    track: 'Não foi possível remover dos favoritos.',
    package: 'Não foi possível remover o pacote dos favoritos.',
  },
} as const;

export const typeOf = (item: FavoriteItem): FavoriteType => (item.trackId === null ? 'package' : 'track');
