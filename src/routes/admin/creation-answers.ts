import { readDriveAddress } from '#features/catalog/drive-address.ts';
import { driveRefusal } from '#features/catalog/package-input.ts';
import { automaticFailure, failureOf } from '#features/curation/answers.ts';
import type { CurationAnswer } from '#features/curation/model.ts';
import { type Creation, countDraftsText, creationTexts } from '#features/ingestion/drafts.ts';

const say = (intent: string, title: string, description: string): CurationAnswer => ({
  ok: false,
  intent,
  title,
  description,
});

/** The first thing that is missing or wrong, in the words of the specification (CRP-01 to CRP-03). */
export function refuseManual(form: FormData): CurationAnswer | null {
  if (!String(form.get('title') ?? '').trim())
    return say('create', 'Campo obrigatório', 'O nome do pacote é obrigatório');
  if (!form.get('categoryId')) return say('create', 'Campo obrigatório', 'Selecione uma categoria');
  const drive = String(form.get('googleDriveUrl') ?? '').trim();
  return drive && !readDriveAddress(drive) ? say('create', 'URL inválida', driveRefusal) : null;
}

/** CRP-03 to CRP-05: only Drive's own hosts, looked at strictly. */
export function refuseAutomatic(form: FormData): CurationAnswer | null {
  const drive = String(form.get('googleDriveUrl') ?? '').trim();
  if (!drive) return say('automatic', 'URL necessária', 'Por favor, insira um link do Google Drive primeiro');
  return readDriveAddress(drive) ? null : say('automatic', 'URL inválida', driveRefusal);
}

/** CRP-06, CRP-07: what an automatic creation has come to, in the words of the specification. */
export function answerOfCreation(creation: Creation): CurationAnswer {
  const intent = 'automatic';
  if (creation.state === 'bad-address') return say(intent, 'URL inválida', driveRefusal);
  if (creation.state === 'failed') return { ...failureOf(intent, automaticFailure), reason: creation.reason };
  const { made, none, noneWhy, working, workingWhy, waiting } = creationTexts;
  if (creation.state === 'waiting') return { ok: true, intent, title: waiting, description: creation.reason };
  if (creation.state === 'working') return { ok: true, intent, title: working, description: workingWhy };
  if (creation.packages === 0) return { ok: true, intent, title: none, description: noneWhy };
  return { ok: true, intent, title: made, description: `${countDraftsText(creation.packages)}.` };
}
