import { readDriveAddress } from '#features/catalog/drive-address.ts';
import { driveRefusal, type packageFields } from '#features/catalog/package-definition.ts';
import { automaticFailure, failureOf } from '#features/curation/answers.ts';
import type { CurationAnswer } from '#features/curation/model.ts';
import { type Creation, countDraftsText, creationTexts } from '#features/ingestion/drafts.ts';
import type { FormText } from '#platform/definition.ts';

/** A refusal, and the field that it is about. */
const say = (
  intent: string,
  field: keyof typeof packageFields,
  title: string,
  description: string,
): CurationAnswer => ({ ok: false, intent, title, description, errors: { [field]: [description] } });

/** What stands in the form of a new package. */
type Sent = Partial<FormText<typeof packageFields>>;

/** The first missing or wrong field, in the specification's words (CRP-01 to CRP-03). */
export function refuseManual({ title, categoryId, googleDriveUrl }: Sent): CurationAnswer | null {
  if (!title?.trim()) return say('create', 'title', 'Campo obrigatório', 'O nome do pacote é obrigatório');
  if (!categoryId) return say('create', 'categoryId', 'Campo obrigatório', 'Selecione uma categoria');
  const drive = googleDriveUrl?.trim();
  return drive && !readDriveAddress(drive)
    ? say('create', 'googleDriveUrl', 'URL inválida', driveRefusal)
    : null;
}

/** Only Drive's own hosts (A-71; CRP-03 to CRP-05). */
export function refuseAutomatic({ googleDriveUrl }: Sent): CurationAnswer | null {
  const drive = googleDriveUrl?.trim();
  const missing = 'Por favor, insira um link do Google Drive primeiro';
  if (!drive) return say('automatic', 'googleDriveUrl', 'URL necessária', missing);
  return readDriveAddress(drive) ? null : say('automatic', 'googleDriveUrl', 'URL inválida', driveRefusal);
}

/** The result of an automatic creation, in the specification's words (CRP-06, CRP-07). */
export function answerOfCreation(creation: Creation): CurationAnswer {
  const intent = 'automatic';
  if (creation.state === 'bad-address') return say(intent, 'googleDriveUrl', 'URL inválida', driveRefusal);
  if (creation.state === 'failed') return { ...failureOf(intent, automaticFailure), reason: creation.reason };
  const { made, none, noneWhy, working, workingWhy, waiting } = creationTexts;
  if (creation.state === 'waiting') return { ok: true, intent, title: waiting, description: creation.reason };
  if (creation.state === 'working') return { ok: true, intent, title: working, description: workingWhy };
  if (creation.packages === 0) return { ok: true, intent, title: none, description: noneWhy };
  return { ok: true, intent, title: made, description: `${countDraftsText(creation.packages)}.` };
}
