import { readDriveAddress } from '#features/catalog/drive-address.ts';
import { driveRefusal, type packageFields } from '#features/catalog/package-definition.ts';
import { automaticFailure } from '#features/curation/answers.ts';
import { type Creation, countDraftsText, creationTexts } from '#features/ingestion/drafts.ts';
import type { Answer } from '#platform/answer.ts';
import type { FormText } from '#platform/definition.ts';

/** Titles of toasts after a failed creation. */
export const creationFailures = {
  save: 'Erro ao criar pacote',
  automatic: 'Erro na criação automática',
};

/** A refusal with its field. */
const say = (
  intent: string,
  field: keyof typeof packageFields,
  title: string,
  description: string,
): Answer => ({ ok: false, intent, title, description, errors: { [field]: [description] } });

/** The form of a new package. */
type Sent = Partial<FormText<typeof packageFields>>;

/** The first missing or wrong field, in the specification's words (CRP-01 to CRP-03). */
export function refuseManual({ title, categoryId, googleDriveUrl }: Sent): Answer | null {
  if (!title?.trim()) return say('save', 'title', 'Campo obrigatório', 'O nome do pacote é obrigatório');
  if (!categoryId) return say('save', 'categoryId', 'Campo obrigatório', 'Selecione uma categoria');
  const drive = googleDriveUrl?.trim();
  return drive && !readDriveAddress(drive)
    ? say('save', 'googleDriveUrl', 'URL inválida', driveRefusal)
    : null;
}

/** Only Drive's own hosts (A-71; CRP-03 to CRP-05). */
export function refuseAutomatic({ googleDriveUrl }: Sent): Answer | null {
  const drive = googleDriveUrl?.trim();
  const missing = 'Por favor, insira um link do Google Drive primeiro';
  if (!drive) return say('automatic', 'googleDriveUrl', 'URL necessária', missing);
  return readDriveAddress(drive) ? null : say('automatic', 'googleDriveUrl', 'URL inválida', driveRefusal);
}

/** The result of an automatic creation, in the specification's words (CRP-06, CRP-07). */
export function answerOfCreation(creation: Creation): Answer {
  const intent = 'automatic';
  if (creation.state === 'bad-address') return say(intent, 'googleDriveUrl', 'URL inválida', driveRefusal);
  if (creation.state === 'failed') {
    const { reason } = creation;
    return { ok: false, intent, title: creationFailures.automatic, description: automaticFailure, reason };
  }
  const { made, none, noneWhy, working, workingWhy, waiting } = creationTexts;
  if (creation.state === 'waiting') return { ok: true, intent, title: waiting, description: creation.reason };
  if (creation.state === 'working') return { ok: true, intent, title: working, description: workingWhy };
  if (creation.packages === 0) return { ok: true, intent, title: none, description: noneWhy };
  return { ok: true, intent, title: made, description: `${countDraftsText(creation.packages)}.` };
}
