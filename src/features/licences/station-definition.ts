import { z } from 'zod';
import type { stations } from '#db/schema/licences.ts';
import { type Fields, optionalText, requiredLine, shapeOf } from '#platform/definition.ts';
import { bareDocument, documentFault, longestDocument } from './documents.ts';

export type Station = Omit<typeof stations.$inferSelect, 'userId'>;

/** Kinds of station, as people choose them. */
export const stationKinds: Readonly<Record<string, string>> = {
  fm: 'Rádio FM',
  am: 'Rádio AM',
  web: 'Web rádio',
  comunitaria: 'Rádio comunitária',
  educativa: 'Rádio educativa',
  interna: 'Rádio interna (lojas)',
  podcast: 'Podcast',
  produtora: 'Produtora',
  outra: 'Outra',
};

export const states: Readonly<Record<string, string>> = {
  AC: 'Acre',
  AL: 'Alagoas',
  AP: 'Amapá',
  AM: 'Amazonas',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MT: 'Mato Grosso',
  MS: 'Mato Grosso do Sul',
  MG: 'Minas Gerais',
  PA: 'Pará',
  PB: 'Paraíba',
  PR: 'Paraná',
  PE: 'Pernambuco',
  PI: 'Piauí',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RS: 'Rio Grande do Sul',
  RO: 'Rondônia',
  RR: 'Roraima',
  SC: 'Santa Catarina',
  SP: 'São Paulo',
  SE: 'Sergipe',
  TO: 'Tocantins',
};

const oneOf = (known: readonly string[], message: string) =>
  z
    .string()
    .default('')
    .refine((value) => value === '' || known.includes(value), message)
    .transform((value) => value || null);

/** The station's data in the profile: source of form and schema. */
export const stationFields = {
  name: requiredLine({
    label: 'Nome da estação',
    missing: 'Informe o nome da estação.',
    max: 120,
    tooLong: 'O nome deve ter no máximo 120 caracteres.',
  }),
  document: {
    label: 'CNPJ ou CPF',
    control: 'line',
    maxLength: longestDocument,
    placeholder: '00.000.000/0000-00',
    hint: 'O novo CNPJ, com letras, também vale.',
    width: 'half',
    schema: z
      .string()
      .max(longestDocument, 'Confira o número: ele é longo demais.')
      .default('')
      .transform((typed, context) => {
        const bare = bareDocument(typed);
        const message = documentFault(bare);
        if (message) context.addIssue({ code: 'custom', message });
        return bare || null;
      }),
  },
  kind: {
    label: 'Tipo de estação',
    control: 'choice',
    placeholder: 'Selecione',
    width: 'half',
    schema: oneOf(Object.keys(stationKinds), 'Selecione um tipo da lista.'),
  },
  city: {
    ...optionalText({
      label: 'Cidade',
      control: 'line',
      max: 80,
      tooLong: 'A cidade deve ter no máximo 80 caracteres.',
    }),
    width: 'half',
  },
  state: {
    label: 'Estado',
    control: 'choice',
    placeholder: 'Selecione',
    width: 'half',
    schema: oneOf(Object.keys(states), 'Selecione um estado da lista.'),
  },
} satisfies Fields<Station>;

export const stationInputSchema = z.object(shapeOf(stationFields));

/** `Campinas, SP`; empty without either. */
export const placeOf = ({ city, state }: Pick<Station, 'city' | 'state'>): string =>
  [city, state].filter(Boolean).join(', ');
