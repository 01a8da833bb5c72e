import { lazily } from '#platform/lazily.ts';

/** Longest title made from a name, in graphemes. */
const longestTitle = 120;

const ending = /\.(mp3|wave?|flac|ogg|oga|opus|m4a|mp4|aac|aiff?|wma)$/i;
const smallWords = new Set(
  'a o as os e de da do das dos em na no nas nos com para por pra um uma'.split(' '),
);
/** Always in capitals. */
const acronyms = new Set(
  'cd dvd am fm tv dj bg sfx vht rj sp mg bpm ii iii iv vi vii viii ix xi xii'.split(' '),
);
/** Meaningless without the parent folder: 'CD 2', 'Parte 1', 'MP3', '03'. */
const generic =
  /^(?:(?:cd|disco|disc|parte|part|pasta|folder|vol|volume|lado|side|nova pasta|new folder|audios?|musicas?|arquivos?|files?|mp3|wav|flac|sem titulo|untitled)[\s.]*)*[\d\s.]*$/;

/** Lower case without accents, for comparing. */
export const foldName = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Words of a name, folded, without numbers and single letters. */
export const wordsOf = (text: string): string[] =>
  foldName(text.replace(ending, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}{2}/u.test(word));

const letters = lazily(() => new Intl.Segmenter('pt-BR', { granularity: 'grapheme' }));

/** The first graphemes of a text, in at most 1.6 times as many code units; never splits an emoji or accent. */
export function shorten(text: string, longest: number): string {
  let kept = '';
  let count = 0;
  for (const { segment } of letters().segment(text.slice(0, longest * 12))) {
    count++;
    if (count > longest || kept.length + segment.length > longest * 1.6) return `${kept.trimEnd()}…`;
    kept += segment;
  }
  return kept;
}

/** The name without control characters and bidirectional marks; joiners of emoji stay. */
const plain = (name: string): string =>
  name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ' ');

/** A name as a title: without extension, numbering and underscores, capitalised unless in mixed case; may be empty. */
export function titleOf(name: string): string {
  const spaced = plain(name.trim().replace(ending, ''))
    .replace(/(?<=\p{L}{2,}|\d)-(?=\p{L}|\d)/gu, (dash, _at: number, all: string) =>
      all.includes(' ') ? dash : ' ',
    )
    .replace(/[<>_]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const unnumbered = spaced
    .replace(/^(?:#|n[º°.]?\s*)?\d{1,4}\s*(?:[-–—.)\]:]+\s*|\s+)(?=.*\p{L})/iu, '')
    .replace(/\s*(?:\(\d{1,2}\)|[-–] ?(?:copia|cópia|copy))$/iu, '')
    .replace(/^[\s\-–—.·]+|[\s\-–—·]+$/g, '');
  if (!/[\p{L}\p{N}]/u.test(unnumbered)) return '';
  return shorten(withCapitals(unnumbered), longestTitle);
}

/** Mixed case is deliberate; all upper or all lower case is not. */
function withCapitals(text: string): string {
  const isLarge = text === text.toLocaleUpperCase('pt-BR');
  if (!isLarge && text !== text.toLocaleLowerCase('pt-BR')) return text;
  let isFirst = true;
  return text.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, (word) => {
    const small = word.toLocaleLowerCase('pt-BR');
    const wasFirst = isFirst;
    isFirst = false;
    if (acronyms.has(small) || (isLarge && /\d/.test(word))) return small.toLocaleUpperCase('pt-BR');
    if (!wasFirst && smallWords.has(small)) return small;
    return small.replace(/^./u, (letter) => letter.toLocaleUpperCase('pt-BR'));
  });
}

/** Whether a folder's name needs its parent's. */
export const isGeneric = (name: string): boolean => generic.test(foldName(titleOf(name)).trim());

/** Whether a name looks like a prompt injection; such names are not shown to a model. */
export const isInstruction = (name: string): boolean =>
  /\b(ignor[ea]\w*|disregard|desconsider\w+|esque[cç]a|forget)\b.*\b(instru\w+|regras?|rules?|acima|above|anterior\w*|previous|prompt)\b|\b(system|user|assistant)\s*(prompt|message|:)|\bjailbreak\b|\bprompt\b.*\binjection\b|\byou are (now|a)\b|\bvoce (agora )?e (um|uma)\b/i.test(
    foldName(name.replace(/[_\-.]+/g, ' ')),
  );
