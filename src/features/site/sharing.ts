import { type Kind, kindFacts, kindOfSlug, kinds } from '#features/catalog/kinds.ts';

/** What a shared address shows: the public pages, and for what needs a plan its kind. */
export interface Shared {
  /** Names its picture. */
  name: string;
  kind: Kind | null;
  /** Set into the picture. */
  title: string;
}

const home: Shared = { name: 'inicio', kind: null, title: 'Vinhetas, trilhas e efeitos para rádio' };
const pages: Readonly<Record<string, Shared>> = {
  '/licenca': { name: 'licenca', kind: null, title: 'O que a sua rádio pode fazer com o áudio' },
  '/termos': { name: 'termos', kind: null, title: 'Termos de uso' },
  '/privacidade': { name: 'privacidade', kind: null, title: 'Política de privacidade' },
};
const ofKind = (kind: Kind): Shared => ({ name: kind, kind, title: kindFacts[kind].title });

/** Everything that has a picture for sharing. */
export const allShared: readonly Shared[] = [home, ...Object.values(pages), ...kinds.map(ofKind)];

/** What a link preview of a path shows. @param packageKind the kind of the package that it names */
export function sharedAt(path: string, packageKind: string | null): Shared {
  const slug = /^\/category\/([^/]+)/.exec(path)?.[1] ?? packageKind;
  const kind = slug ? kindOfSlug(slug) : null;
  return kind ? ofKind(kind) : (pages[path] ?? home);
}
