import type { Token } from './facts.ts';

const words = (list: string): string[] => list.split(', ');

/** What a sound may be said to have, or to lack: 'com voz', 'sem locução'. */
const parts = words('voz, vozes, vocal, locucao, letra, fala, narracao, canto');

/**
 * What names, titles and tags tell of a voice, as radio people write it; folded as `search_text()` does. The database's
 * `told_voice()` has the same words: what tells of no voice counts before what tells of one ('sem voz').
 */
export const voiceWords: Record<'instrumental' | 'voiced' | 'neither', readonly string[]> = {
  instrumental: words('instrumental, instrumentals, instr, inst, bg, bgs, playback, karaoke').concat(
    parts.map((part) => `sem ${part}`),
    words('vocal, vocals, voice, vox').map((part) => `no ${part}`),
    // A bed for somebody who speaks.
    words('para, pra, p').flatMap((link) =>
      words('voz, locucao, locutor, locutora, narracao').map((part) => `${link} ${part}`),
    ),
  ),
  voiced: words(
    'voz, vozes, vocal, vocals, voice, voices, voiceover, vox, locucao, locutora, narracao',
  ).concat(
    words('narrado, narrada, narrador, narradora, cantado, cantada, cantados, cantadas, sing, sung'),
    words('falado, falada, falados, faladas, coro, coral, choir, a capella, a cappella, acapella'),
    words('acappella, acapela, masc, fem, com letra'),
  ),
  /** A word of a voice that means none. */
  neither: words('voz do brasil, cantada de pneu, recife de coral'),
};

const joins = new Map([
  ['sem', 'instrumental'],
  ['com', 'voz'],
]);

/** Joins 'sem voz' and 'com voz' of a term into one word each; 'com voz de criança' asks for more than a voice. */
export function joinVoice(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [link, word, next] = tokens.slice(at, at + 3);
    const meant = link && joins.get(link.word);
    const isMore = meant === 'voz' && next !== undefined && next.word !== 'para' && next.word !== 'e';
    if (link && word && meant && parts.includes(word.word) && !isMore) {
      const shown = `${link.shown ?? link.word} ${word.shown ?? word.word}`;
      joined.push({ word: `${link.word} ${word.word}`, lexeme: meant, shown });
      at++;
    } else if (link) joined.push(link);
  }
  return joined;
}
