import type { Hue } from '#ui/hue.ts';
import type { CoverArt } from './covers/art.ts';

export interface KindFacts {
  tile: string;
  /** Follows 'Todos os ' in the page's heading. */
  title: string;
  formName: string;
  /** A word that category names of this kind begin with or contain. */
  namePrefix: string;
  isNamedAnywhere: boolean;
  /** Key in page_content category_images; null: none in the specification. */
  imageKey: 'jingles' | 'sound-effects' | 'soundtracks' | null;
  searchLabel: string;
  /** Its sounds in the singular, in the plural, and after 'entre '. */
  noun: readonly [one: string, several: string, others: string];
  /** Its story on the landing page: position, text, and the class that lights its part of the clock. */
  story: { place: number; name: string; text: string; lit: string };
  hue: Hue;
  /** Middle of the hues of its drawn covers, in degrees. */
  coverHue: number;
  /** Compositions that its drawn covers are picked from. */
  coverArts: readonly CoverArt[];
  tileArt: 'waves' | 'burst' | 'bars' | 'words';
  /** Delivered as files. */
  isDownloadable: boolean;
  isRecorded: boolean;
  hasTempo: boolean;
  /** Its sounds have a voice unless their words say otherwise. */
  isSpoken: boolean;
  /** Ordered by title and shown as lines only (CAT-12, CAT-13). */
  isListed: boolean;
  /** The tile and the page exist only once there are packages. */
  needsPackages: boolean;
}

/**
 * The kinds of category in the order of the library's tiles; each key is also the page's slug. A new kind
 * is a new entry here, plus its words for drafts in category-guess.ts.
 */
const table = {
  'efeitos-sonoros': {
    tile: 'Efeitos Sonoros',
    title: 'Efeitos Sonoros',
    formName: 'Efeitos sonoros',
    namePrefix: 'EFEITOS SONOROS',
    isNamedAnywhere: true,
    imageKey: 'sound-effects',
    searchLabel: 'Pesquisar efeitos sonoros',
    noun: ['Efeito sonoro', 'Efeitos sonoros', 'outros'],
    story: {
      place: 3,
      lit: 'in-[[data-clock]:has([data-row=efeitos-sonoros]:hover)]:opacity-100!',
      name: 'Efeitos sonoros',
      text: 'Impactos, transições, acertos e portas que batem: a pontuação da locução.',
    },
    hue: 'efeitos',
    coverHue: 174,
    coverArts: ['impact', 'burst', 'dots', 'contours', 'tiles', 'skyline', 'spiral'],
    tileArt: 'burst',
    isDownloadable: true,
    isRecorded: false,
    hasTempo: false,
    isSpoken: false,
    isListed: true,
    needsPackages: false,
  },
  'pacotes-vinhetas': {
    tile: 'Pacotes de Vinhetas',
    title: 'Pacotes de Vinhetas',
    formName: 'Pacotes de vinhetas',
    namePrefix: 'PACOTES VINHETAS',
    isNamedAnywhere: false,
    imageKey: 'jingles',
    searchLabel: 'Pesquisar vinhetas',
    noun: ['Vinheta', 'Vinhetas', 'outras'],
    story: {
      place: 1,
      lit: 'in-[[data-clock]:has([data-row=pacotes-vinhetas]:hover)]:opacity-100!',
      name: 'Vinhetas',
      text: 'Abertura, passagem, hora certa, encerramento. E, a pedido, com o nome da sua rádio.',
    },
    hue: 'vinhetas',
    coverHue: 12,
    coverArts: ['signal', 'skyline', 'burst', 'tiles', 'sun', 'dots', 'strings'],
    tileArt: 'bars',
    isDownloadable: false,
    isRecorded: true,
    hasTempo: false,
    isSpoken: false,
    isListed: false,
    needsPackages: false,
  },
  trilhas: {
    tile: 'Trilhas',
    title: 'Pacotes de Trilhas',
    formName: 'Trilhas',
    namePrefix: 'TRILHAS',
    isNamedAnywhere: false,
    imageKey: 'soundtracks',
    searchLabel: 'Pesquisar trilhas',
    noun: ['Trilha', 'Trilhas', 'outras'],
    story: {
      place: 2,
      lit: 'in-[[data-clock]:has([data-row=trilhas]:hover)]:opacity-100!',
      name: 'Trilhas',
      text: 'O fundo do jornal, da jornada esportiva e do recado apaixonado, por baixo da voz.',
    },
    hue: 'trilhas',
    coverHue: 238,
    coverArts: ['record', 'strings', 'sun', 'roll', 'contours', 'spiral', 'tape'],
    tileArt: 'waves',
    isDownloadable: true,
    isRecorded: false,
    hasTempo: true,
    isSpoken: false,
    isListed: false,
    needsPackages: false,
  },
  programetes: {
    tile: 'Programetes',
    title: 'Programetes',
    formName: 'Programetes',
    namePrefix: 'PROGRAMETES',
    isNamedAnywhere: false,
    imageKey: null,
    searchLabel: 'Pesquisar programetes',
    noun: ['Programete', 'Programetes', 'outros'],
    story: {
      place: 4,
      lit: 'in-[[data-clock]:has([data-row=programetes]:hover)]:opacity-100!',
      name: 'Programetes',
      text: 'Conteúdo falado pronto para rodar, do tamanho de um intervalo.',
    },
    hue: 'programetes',
    coverHue: 340,
    coverArts: ['ridges', 'tape', 'roll', 'tiles', 'contours', 'strings', 'signal'],
    tileArt: 'words',
    isDownloadable: true,
    isRecorded: false,
    hasTempo: false,
    isSpoken: true,
    isListed: false,
    needsPackages: true,
  },
} as const satisfies Record<string, KindFacts>;

export type Kind = keyof typeof table;
export const kindFacts: Readonly<Record<Kind, KindFacts>> = table;
export const kinds = Object.keys(table) as Kind[];

/** The kind of a category whose name matches no other kind; it has no page. */
export const otherKind = 'outros';

/** The kind of a page slug or a stored category; the old slug `jingles` is a redirect, not a kind. */
export const kindOfSlug = (slug: string): Kind | null => kinds.find((kind) => kind === slug) ?? null;

/** The facts of a stored category's kind; null for one without a page. */
export function factsOfKind(kind: string): KindFacts | null {
  const known = kindOfSlug(kind);
  return known && kindFacts[known];
}

/** The kind of a category by its name; null: its packages link back to /library. */
export function kindOfName(name: string): Kind | null {
  const upper = name.trim().toLocaleUpperCase('pt-BR');
  const inside = kinds.find(
    (kind) => kindFacts[kind].isNamedAnywhere && upper.includes(kindFacts[kind].namePrefix),
  );
  return inside ?? kinds.find((kind) => upper.startsWith(kindFacts[kind].namePrefix)) ?? null;
}

/** The target of 'voltar' on a package page. */
export function backPath(kind: string): string {
  const facts = factsOfKind(kind);
  return facts && !facts.needsPackages ? `/category/${kind}` : '/library';
}

/** Vinhetas are heard and requested, never delivered as files. */
export const isDownloadable = (kind: string): boolean => factsOfKind(kind)?.isDownloadable ?? true;

/** The hue of a kind; unknown kinds use that of trilhas. */
export const hueOfKind = (kind: string): Hue => factsOfKind(kind)?.hue ?? 'trilhas';
