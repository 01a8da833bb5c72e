import { z } from 'zod';
import { AppError, type ErrorKind, errorResponse } from './errors.ts';

const tooLarge = () => new AppError('too-large', 'O conteúdo enviado é grande demais.');

/**
 * The body as text, read no further than `maxBytes`.
 * @throws AppError `too-large`
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The body as bytes, read no further than `maxBytes`.
 * @param message what the sender of more is told
 * @throws AppError `too-large`, or `invalid` when the sender broke off or the declared length was not true
 */
export async function readBytes(request: Request, maxBytes: number, message: string): Promise<Buffer> {
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > maxBytes) throw new AppError('too-large', message);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new AppError('too-large', message);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', 'O envio foi interrompido.', { cause });
  }
  if (declared !== null && Number(declared) !== size)
    throw new AppError('invalid', 'O envio foi interrompido.');
  return Buffer.concat(chunks);
}

/**
 * The JSON body of a call, parsed by its schema; a call without a payload may leave the body out.
 * @throws AppError `unsupported` (not JSON by its type), `too-large`, or `invalid` with the schema's first sentence.
 */
export async function readJson<T>(
  request: Request,
  schema: z.ZodType<T>,
  maxBytes: number = 64 * 1024,
): Promise<T> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('unsupported', 'Envie o conteúdo em JSON (Content-Type: application/json).');
  }
  const text = await readText(request, maxBytes);
  let value: unknown;
  try {
    value = JSON.parse(text || '{}');
  } catch (cause) {
    throw new AppError('invalid', 'O conteúdo enviado não é um JSON válido.', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid', 'O conteúdo enviado não é um objeto JSON.');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('invalid', parsed.error.issues[0]!.message);
  return parsed.data;
}

/**
 * For a call that needs no payload: lets it have none, and refuses what is not an empty body or JSON.
 * @throws AppError as `readJson` does.
 */
export async function readNothing(request: Request): Promise<void> {
  if (request.headers.has('content-type')) return void (await readJson(request, z.object({})));
  if ((await readText(request, 64 * 1024)) === '') return;
  throw new AppError('unsupported', 'Envie o conteúdo em JSON (Content-Type: application/json).');
}

/** The fields of a sent form. @throws AppError `unsupported` when the body is none. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (cause) {
    throw new AppError('unsupported', 'Envie o conteúdo como formulário.', { cause });
  }
}

/** The caller's `Idempotency-Key`, or null. @throws AppError `invalid` for one that cannot be kept. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key')?.trim();
  if (!key) return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new AppError('invalid', 'Idempotency-Key inválida.');
  return key;
}

/** A refusal in JSON with a code of its own, finer than its kind. */
export function refusal(kind: ErrorKind, code: string, message: string): Response {
  const { status } = errorResponse(new AppError(kind, message));
  return Response.json({ error: { code, message } }, { status, headers: { 'Cache-Control': 'no-store' } });
}
