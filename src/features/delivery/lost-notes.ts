import type { Carried, CarriedPart } from '#db/schema/catalog.ts';
import type { SoundType } from '#features/media/sound-type.ts';

/** What a delivery says of parts of a file that it replaces or cannot keep. */
export const lostWords = {
  'lost-cue-points': 'Os pontos de marcação que vieram no arquivo não acompanham um som convertido.',
  'lost-labels': 'Os nomes dos pontos que vieram no arquivo não acompanham um som convertido.',
  'lost-bext': 'A descrição “bext” que veio no arquivo saiu: título e origem agora são os desta entrega.',
  'lost-cart': 'Os dados “cart” que vieram no arquivo saíram: ficam só os desta entrega.',
  'lost-chapters': 'Os capítulos que vieram no arquivo saíram com as tags antigas.',
  'lost-ape-tag': 'A tag APE que veio no arquivo saiu: ele fica só com as tags desta entrega.',
  'lost-large-head':
    'Mais de 1 MB de capas e outros dados que vieram na frente do som saiu com as tags antigas.',
} as const satisfies Record<`lost-${CarriedPart}`, string>;
type LostNote = keyof typeof lostWords;

/** Parts that stay in an original whose tags are replaced: a WAV keeps its points as chunks. */
const keptIn: Partial<Record<SoundType, readonly CarriedPart[]>> = { wav: ['cue-points', 'labels'] };

/** The notes of what came with a file and is not delivered as it was. @param type of the original; null: it is rendered */
export const lostNotes = (carried: Carried | null, type: SoundType | null): LostNote[] =>
  (carried?.parts ?? [])
    .filter((part) => type === null || !keptIn[type]?.includes(part))
    .map((part): LostNote => `lost-${part}`);
