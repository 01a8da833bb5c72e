import type { Hue } from '#ui/hue.ts';

export interface KindFacts {
  /** What a tile is called. */
  tile: string;
  /** What follows 'Todos os ' in the page's heading. */
  title: string;
  /** What the administrators' pages and the audit call it. */
  formName: string;
  /** How the names of its categories begin, or what they have anywhere in them. */
  namePrefix: string;
  isNamedAnywhere: boolean;
  /** Key in page_content category_images; null: none in the specification. */
  imageKey: 'jingles' | 'sound-effects' | 'soundtracks' | null;
  /** Label of the search box of its pages; its placeholder is the same with an ellipsis. */
  searchLabel: string;
  /** What its sounds are called: one, several, and the end of 'entre …'. */
  noun: readonly [one: string, several: string, others: string];
  /** What the landing page tells of it, in which place, and the class that lights its stretches of the clock. */
  story: { place: number; name: string; text: string; lit: string };
  hue: Hue;
  /** Middle of the hues that its drawn covers have, in degrees (look.md, Colour). */
  coverHue: number;
  /** What its drawn covers show. */
  coverArt: 'record' | 'impact' | 'signal' | 'ridges';
  /** What its tile shows without a picture of its own. */
  tileArt: 'waves' | 'burst' | 'bars' | 'words';
  /** Handed out as files. */
  isDownloadable: boolean;
  /** Recorded with a radio's name. */
  isRecorded: boolean;
  /** Told a tempo, and filtered by it. */
  hasTempo: boolean;
  /** By title instead of the order that was set, and as lines only (CAT-12, CAT-13). */
  isListed: boolean;
  /** A tile and a page exist only once there are packages. */
  needsPackages: boolean;
}

/**
 * The kinds of category, in the order of the library's tiles; each key is also its page's slug. What is
 * different from kind to kind stands here; a new kind is a new entry, with its words for drafts in category-guess.ts.
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
      lit: 'group-has-[[data-row=efeitos-sonoros]:hover]/clock:opacity-100',
      name: 'Efeitos sonoros',
      text: 'Impactos, transições, acertos e portas que batem: a pontuação da locução.',
    },
    hue: 'efeitos',
    coverHue: 174,
    coverArt: 'impact',
    tileArt: 'burst',
    isDownloadable: true,
    isRecorded: false,
    hasTempo: false,
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
      lit: 'group-has-[[data-row=pacotes-vinhetas]:hover]/clock:opacity-100',
      name: 'Vinhetas',
      text: 'Abertura, passagem, hora certa, encerramento. E, a pedido, com o nome da sua rádio.',
    },
    hue: 'vinhetas',
    coverHue: 12,
    coverArt: 'signal',
    tileArt: 'bars',
    isDownloadable: false,
    isRecorded: true,
    hasTempo: false,
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
      lit: 'group-has-[[data-row=trilhas]:hover]/clock:opacity-100',
      name: 'Trilhas',
      text: 'O fundo do jornal, da jornada esportiva e do recado apaixonado, por baixo da voz.',
    },
    hue: 'trilhas',
    coverHue: 238,
    coverArt: 'record',
    tileArt: 'waves',
    isDownloadable: true,
    isRecorded: false,
    hasTempo: true,
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
      lit: 'group-has-[[data-row=programetes]:hover]/clock:opacity-100',
      name: 'Programetes',
      text: 'Conteúdo falado pronto para rodar, do tamanho de um intervalo.',
    },
    hue: 'programetes',
    coverHue: 340,
    coverArt: 'ridges',
    tileArt: 'words',
    isDownloadable: true,
    isRecorded: false,
    hasTempo: false,
    isListed: false,
    needsPackages: true,
  },
} as const satisfies Record<string, KindFacts>;

export type Kind = keyof typeof table;
export const kindFacts: Readonly<Record<Kind, KindFacts>> = table;
export const kinds = Object.keys(table) as Kind[];

/** What a category is whose name begins like no kind's; it has no page of its own. */
export const otherKind = 'outros';

/** The kind of a page slug or of a stored category; the old slug `jingles` is a redirect, not a kind. */
export const kindOfSlug = (slug: string): Kind | null => kinds.find((kind) => kind === slug) ?? null;

/** What is known of a stored category's kind; null for one without a page. */
export function factsOfKind(kind: string): KindFacts | null {
  const known = kindOfSlug(kind);
  return known && kindFacts[known];
}

/** The kind a category's name stands for, or null: then its packages lead back to /library. */
export function kindOfName(name: string): Kind | null {
  const upper = name.trim().toLocaleUpperCase('pt-BR');
  const inside = kinds.find(
    (kind) => kindFacts[kind].isNamedAnywhere && upper.includes(kindFacts[kind].namePrefix),
  );
  return inside ?? kinds.find((kind) => upper.startsWith(kindFacts[kind].namePrefix)) ?? null;
}

/** Where 'voltar' leads from a package page (specification, Package page; A-07). */
export function backPath(kind: string): string {
  const facts = factsOfKind(kind);
  return facts && !facts.needsPackages ? `/category/${kind}` : '/library';
}

/** Vinhetas are heard and requested, never handed out as files. */
export const isDownloadable = (kind: string): boolean => factsOfKind(kind)?.isDownloadable ?? true;

/** The hue of a category kind (its slug); unknown kinds are shown as trilhas. */
export const hueOfKind = (kind: string): Hue => factsOfKind(kind)?.hue ?? 'trilhas';
