import { z } from 'zod';
import { plans } from '#features/plans/plans.ts';
import { type Fields, shapeOf } from '#platform/definition.ts';
import { typedLine, typedText } from '#platform/typed-text.ts';
import { toWhatsApp } from './contact.ts';
import { imageKeys, imageUrl, type Section, type SectionName } from './model.ts';
import { parseVideo } from './video.ts';

const filled = typedText()
  .min(1, 'Informe o título.')
  .max(160, 'O título deve ter no máximo 160 caracteres.');
const text = typedText().max(1000, 'O texto deve ter no máximo 1.000 caracteres.').default('');
const paragraph = typedText().max(4000, 'O texto deve ter no máximo 4.000 caracteres.').default('');
const image = z.union([z.literal(''), imageUrl], { error: 'Envie uma imagem ou informe um endereço https.' });

const title = { label: 'Título', control: 'line', required: true, schema: filled } as const;
const subtitle = { label: 'Subtítulo', control: 'lines', schema: text } as const;

/** The fields of one entry of the lists below. */
export const featureFields = {
  title: { label: 'Nome do recurso', control: 'line', required: true, schema: text },
  text: { label: 'Descrição', control: 'lines', rows: 2, schema: text },
} as const;
export const questionFields = {
  question: { label: 'Pergunta', control: 'line', required: true, schema: text },
  answer: { label: 'Resposta', control: 'lines', required: true, rows: 2, schema: paragraph },
} as const;

/**
 * The fields of each section that administrators edit: their forms, what may be saved, and the words of conflicts,
 * versions and the audit. Lists have components of their own; blank entries are dropped.
 */
export const sectionFields = {
  hero: {
    title: { ...title, control: 'lines' },
    subtitle,
    video_title: { label: 'Título do vídeo', control: 'line', schema: text },
    video_description: { label: 'Descrição do vídeo', control: 'lines', schema: text },
    video_url: {
      label: 'URL do vídeo',
      inSentence: 'URL do vídeo',
      control: 'url',
      hint: 'Um endereço do YouTube ou do Vimeo. Sem endereço, a página fica sem vídeo.',
      schema: typedLine()
        .default('')
        .refine(
          (url) => url === '' || parseVideo(url) !== null,
          'Informe um endereço do YouTube ou do Vimeo.',
        ),
    },
  },
  features: {
    title,
    subtitle,
    items: {
      label: 'Recursos',
      audit: 'Recurso',
      control: 'own',
      schema: z
        .array(z.object(shapeOf(featureFields)))
        .max(24, 'No máximo 24 recursos.')
        .transform((items) => items.filter((item) => item.title || item.text))
        .optional(),
    },
  },
  pricing: { title, subtitle },
  pricing_plans: {
    plans: {
      label: 'Benefícios',
      audit: 'Plano',
      control: 'own',
      schema: z.array(
        z.object({
          id: z.enum(
            plans.map((plan) => plan.id),
            { error: 'Plano desconhecido.' },
          ),
          benefits: z
            .array(z.object({ id: z.string().min(1).max(64), text }))
            .max(30, 'No máximo 30 benefícios por plano.')
            .transform((benefits) => benefits.filter((benefit) => benefit.text !== '')),
        }),
      ),
    },
  },
  faq: {
    title,
    subtitle,
    questions: {
      label: 'Perguntas',
      audit: 'Pergunta',
      control: 'own',
      schema: z
        .array(z.object(shapeOf(questionFields)))
        .max(60, 'No máximo 60 perguntas.')
        .transform((questions) => questions.filter((entry) => entry.question !== '')),
    },
  },
  contact: {
    whatsapp: {
      label: 'WhatsApp',
      inSentence: 'WhatsApp',
      control: 'tel',
      hint: 'Só dígitos, com código do país e DDD: 5511988887777. Sem número, nenhum contato aparece.',
      schema: typedLine().transform((typed, context) => {
        const read = typed === '' ? { digits: '' } : toWhatsApp(typed);
        if ('digits' in read) return read.digits;
        context.addIssue({ code: 'custom', message: read.refusal });
        return z.NEVER;
      }),
    },
  },
  maintenance_mode: {
    enabled: { label: 'Modo de desenvolvimento', control: 'own', schema: z.boolean() },
    title: { label: 'Título', control: 'line', schema: text },
    subtitle,
  },
  category_images: {
    jingles: { label: 'Vinhetas', inSentence: 'Vinhetas', control: 'own' },
    'sound-effects': { label: 'Efeitos Sonoros', inSentence: 'Efeitos Sonoros', control: 'own' },
    soundtracks: { label: 'Trilhas', inSentence: 'Trilhas', control: 'own' },
  },
  site_settings: {
    favicon: { label: 'Ícone', control: 'own', schema: image.default('') },
    description: {
      label: 'Meta descrição',
      audit: 'Descrição',
      inSentence: 'descrição',
      control: 'lines',
      schema: text,
    },
    keywords: {
      label: 'Palavras-chave',
      control: 'lines',
      hint: 'Separadas por vírgulas. Deixe em branco para manter as atuais.',
      schema: text,
    },
  },
  license: {
    text: {
      label: 'Texto da licença',
      audit: 'Texto',
      inSentence: 'texto',
      control: 'lines',
      required: true,
      hint: 'Uma linha que começa com “## ” é um título; com “- ”, um item de lista. Uma linha em branco separa parágrafos.',
      schema: typedText()
        .min(1, 'Informe o texto da licença.')
        .max(40_000, 'O texto da licença é longo demais.'),
    },
  },
  first_steps: { away: { label: 'Lista escondida', control: 'own', schema: z.boolean() } },
} satisfies { [N in SectionName]: Fields<Section<N>> };

/** The schema of what administrators may save. */
export const sectionInputs = {
  hero: z.object(shapeOf(sectionFields.hero)),
  features: z.object(shapeOf(sectionFields.features)),
  pricing: z.object(shapeOf(sectionFields.pricing)),
  pricing_plans: z.object(shapeOf(sectionFields.pricing_plans)),
  faq: z.object(shapeOf(sectionFields.faq)),
  contact: z.object(shapeOf(sectionFields.contact)),
  maintenance_mode: z.object(shapeOf(sectionFields.maintenance_mode)),
  category_images: z.partialRecord(z.enum(imageKeys), imageUrl),
  site_settings: z.object(shapeOf(sectionFields.site_settings)),
  license: z.object(shapeOf(sectionFields.license)),
  first_steps: z.object(shapeOf(sectionFields.first_steps)),
} satisfies Record<SectionName, z.ZodType>;

export type SectionInput<N extends SectionName> = z.output<(typeof sectionInputs)[N]>;
