import { readDriveAddress } from '#features/catalog/drive-address.ts';
import { driveRefusal, type packageFields } from '#features/catalog/package-definition.ts';
import { automaticFailure } from '#features/curation/answers.ts';
import { type Creation, countDraftsText, creationTexts } from '#features/ingestion/drafts.ts';
import type { Answer } from '#platform/answer.ts';
import type { FormText } from '#platform/definition.ts';

/** Titles of the toasts when a creation did not succeed. */
export const creationFailures = {
  save: 'Erro ao criar pacote',
  automatic: 'Erro na criação automática',
};

/** A refusal, and the field that it is about. */
const say = (
  intent: string,
  field: keyof typeof packageFields,
  title: string,
  description: string,
): Answer => ({ ok: false, intent, title, description, errors: { [field]: [description] } });

/** What stands in the form of a new package. */
type Sent = Partial<FormText<typeof packageFields>>;

/** The first thing that is missing or wrong, in the words of the specification (CRP-01 to CRP-03). */
export function refuseManual({ title, categoryId, googleDriveUrl }: Sent): Answer | null {
  if (!title?.trim()) return say('save', 'title', 'Campo obrigatório', 'O nome do pacote é obrigatório');
  if (!categoryId) return say('save', 'categoryId', 'Campo obrigatório', 'Selecione uma categoria');
  const drive = googleDriveUrl?.trim();
  return drive && !readDriveAddress(drive)
    ? say('save', 'googleDriveUrl', 'URL inválida', driveRefusal)
    : null;
}

/** CRP-03 to CRP-05: only Drive's own hosts, looked at strictly. */
export function refuseAutomatic({ googleDriveUrl }: Sent): Answer | null {
  const drive = googleDriveUrl?.trim();
  const missing = 'Por favor, insira um link do Google Drive primeiro';
  if (!drive) return say('automatic', 'googleDriveUrl', 'URL necessária', missing);
  return readDriveAddress(drive) ? null : say('automatic', 'googleDriveUrl', 'URL inválida', driveRefusal);
}

/** CRP-06, CRP-07: what an automatic creation has come to, in the words of the specification. */
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
