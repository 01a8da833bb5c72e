export type FavoriteType = 'package' | 'track';

/** A track of a package, or with no track the package itself. */
export interface FavoriteItem {
  packageId: string;
  trackId: string | null;
}

/** What a user has saved, as ids: what the hearts of a page need. */
export interface FavoriteIds {
  packages: string[];
  tracks: string[];
}

/** A saved package. `available` is false when listeners cannot see it any more: then only its name is known. */
export interface FavoritePackage {
  packageId: string;
  title: string;
  available: boolean;
  kind: string | null;
  coverUrl: string | null;
  trackCount: number | null;
  isFeatured: boolean;
  savedAt: string;
}

/** A saved track. */
export interface FavoriteTrack {
  packageId: string;
  trackId: string;
  name: string;
  packageTitle: string;
  available: boolean;
  kind: string | null;
  coverUrl: string | null;
  durationMs: number | null;
  /** Waveform: base64 of up to 400 bytes; null when not analysed, or not available. */
  peaks: string | null;
  savedAt: string;
}

/** What the favourites page shows; both newest first. */
export interface Favorites {
  packages: FavoritePackage[];
  tracks: FavoriteTrack[];
}

/** The specification's words about favourites (section 8). */
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
