import { send } from '#features/accounts/send.ts';
import { deductionFailed, submissionFailed } from '../model.ts';

/** A refusal has the title and text of its toast; `lost` means no response. */
export type SendOutcome = { ok: true } | { ok: false; title: string; description: string; lost?: true };

/** Sends a recording request. Never throws; safe to repeat with the same key (CRE-08). */
export async function sendRequest(
  order: { packageId: string; packageTitle: string; radioName: string; whatsapp: string },
  idempotencyKey: string,
): Promise<SendOutcome> {
  try {
    const response = await send('/functions/create-recording-request', {
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify(order),
    });
    if (response.ok) return { ok: true };
    const answer = (await response.json()) as { error?: { code?: string; message?: string } };
    return refusalOf(answer.error?.code, answer.error?.message);
  } catch {
    return { ...refusalOf(), lost: true };
  }
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
