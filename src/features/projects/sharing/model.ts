import { z } from 'zod';
import { idSchema } from '#platform/id-schema.ts';
import { typedLine, typedText } from '#platform/typed-text.ts';
import type { ProjectTrack } from '../model.ts';

/** Days for which a link may be valid; the second is offered first. */
export const shareDays = [1, 7, 30] as const;
export const usualDays = 7;
export const longestWords = 300;
export const longestPerson = 80;

/** A link as its owner sees it; the secret is shown once, when the link is made. */
export interface Share {
  expiresAt: string;
  isOpen: boolean;
}

/** What was said of a track, last. */
export interface TrackAnswer {
  trackId: string;
  isApproved: boolean;
  words: string;
  person: string;
  answeredAt: string;
}

/** A track as strangers see it: nothing that leads to the library or the account. */
export interface SharedTrack extends Pick<ProjectTrack, 'id' | 'name' | 'durationMs' | 'peaks'> {
  kind: string;
  answer: Pick<TrackAnswer, 'isApproved' | 'words' | 'person'> | null;
}

/** A shared project as its link shows it. */
export interface SharedProject {
  title: string;
  /** The station, or the name of the account; empty: neither is given. */
  from: string;
  expiresAt: string;
  tracks: SharedTrack[];
}

/** The secret of a link, as it may arrive from outside. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

export const shareForm = z.object({
  days: z.coerce.number().pipe(z.literal([...shareDays], 'Escolha por quantos dias o link vale.')),
});

export const answerForm = z.object({
  trackId: idSchema,
  verdict: z.enum(['aprovar', 'recusar'], 'Escolha aprovar ou recusar.'),
  person: typedLine({ error: 'Diga o seu nome.' })
    .min(1, 'Diga o seu nome.')
    .max(longestPerson, `O nome deve ter no máximo ${longestPerson} caracteres.`),
  words: typedText()
    .max(longestWords, `O comentário deve ter no máximo ${longestWords} caracteres.`)
    .default(''),
});
export type AnswerInput = z.output<typeof answerForm>;

export const shareTexts = {
  unknown: 'Este link não vale mais. Peça outro a quem o enviou.',
  expired: 'Este link venceu. Peça outro a quem o enviou.',
  noTrack: 'Esta faixa saiu do projeto.',
  notReady: 'A versão leve desta faixa ainda está sendo preparada.',
  noFfmpeg: 'O conversor de áudio (ffmpeg) não está disponível no site. Avise quem enviou o link.',
} as const;
