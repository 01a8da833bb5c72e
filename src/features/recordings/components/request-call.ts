import { post } from '#features/accounts/send.ts';
import { deductionFailed, submissionFailed } from '../model.ts';

/** A refusal has the title and text of its toast; `lost` means no readable response. */
export type SendOutcome = { ok: true } | { ok: false; title: string; description: string; lost?: true };

/** Sends a recording request. Never throws; safe to repeat with the same key (CRE-08). */
export async function sendRequest(
  order: { packageId: string; packageTitle: string; radioName: string; whatsapp: string },
  idempotencyKey: string,
): Promise<SendOutcome> {
  const { isOk, code, message } = await post('/functions/create-recording-request', order, {
    'Idempotency-Key': idempotencyKey,
  });
  if (isOk) return { ok: true };
  const refusal = refusalOf(code, message);
  return message ? refusal : { ...refusal, lost: true };
}

/** Only refusals about credits have texts here; others show the server's message (CRE-10). */
function refusalOf(code?: string, message?: string): Extract<SendOutcome, { ok: false }> {
  if (code === 'insufficient-credits' && message) {
    return { ok: false, title: 'Créditos insuficientes', description: message };
  }
  if (code === 'deduction-failed') return { ok: false, title: 'Erro', description: deductionFailed };
  const told = code === 'invalid' || code === 'unknown-package' || code === 'not-a-jingle';
  return { ok: false, title: 'Erro', description: told && message ? message : submissionFailed };
}
