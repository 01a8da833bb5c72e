import { z } from 'zod';
import { firstMessage } from '#platform/errors.ts';
import { AppError, type ErrorKind, errorResponse } from './errors.ts';
import { withBytes } from './http/body.server.ts';
import type { BodyLimit } from './http/collector.server.ts';
import { fileIn, parseForm, parseJson } from './http/shape.server.ts';

/** Used where a schema has no message; Zod's own are English. */
z.config({
  customError: ({ path = [] }) =>
    path.length > 0 ? `O campo “${path.join('.')}” é inválido.` : 'O conteúdo enviado é inválido.',
});

/** Largest body of a form; uploads have their own limits. */
const formBytes = 1024 * 1024;
/** Overhead of multipart around a file. */
const wrapping = 64 * 1024;

const typeOf = (request: Request): string => request.headers.get('content-type') ?? '';
const isJson = (type: string): boolean => /^application\/json\s*(;|$)/i.test(type);
const isPlainForm = (type: string): boolean => /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);

const notJson = () =>
  new AppError('unsupported', 'Envie o conteúdo em JSON (Content-Type: application/json).');

function toObject(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new AppError('invalid', 'O conteúdo enviado não é um objeto JSON.');
}

/**
 * The JSON body of a call, parsed by its schema; without a body the payload is `{}`. @throws AppError `unsupported`
 * (other content type), `invalid` with the schema's first message, or as `withBytes`
 */
export async function readJson<T>(
  request: Request,
  schema: z.ZodType<T>,
  maxBytes: number = 64 * 1024,
): Promise<T> {
  if (!isJson(typeOf(request))) throw notJson();
  const parsed = schema.safeParse(
    await withBytes(request, { maxBytes }, (bytes) => toObject(parseJson(bytes))),
  );
  if (!parsed.success) throw new AppError('invalid', firstMessage(parsed.error));
  return parsed.data;
}

/**
 * Fields of a JSON or form call; empty without a body. @throws AppError `unsupported`, `invalid`, or as `withBytes`
 */
export async function readFields(request: Request, maxBytes: number): Promise<object> {
  const type = typeOf(request);
  return withBytes(request, { maxBytes }, (bytes) => {
    if (isPlainForm(type)) return Object.fromEntries(parseForm(bytes, type));
    if (bytes.length > 0 && !isJson(type)) throw notJson();
    return toObject(parseJson(bytes));
  });
}

/** For a call without payload: accepts no body or any JSON. @throws AppError as `readJson` */
export async function readNothing(request: Request): Promise<void> {
  if (request.headers.has('content-type')) return void (await readJson(request, z.object({})));
  if ((await withBytes(request, { maxBytes: 64 * 1024 }, ({ length }) => length)) > 0) throw notJson();
}

/** The text fields of a form. @throws AppError `unsupported`, `invalid`, or as `withBytes` */
export async function readForm(request: Request): Promise<FormData> {
  return withBytes(request, { maxBytes: formBytes }, (bytes) => parseForm(bytes, typeOf(request)));
}

/**
 * Passes the bytes of one uploaded file to `use`: the body itself, or the field `file` of a form. They count as memory
 * in use until `use` has settled. @throws AppError `invalid`, as `withBytes`, or what `use` throws
 */
export async function withFile<T>(
  request: Request,
  limit: BodyLimit,
  use: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  const type = typeOf(request);
  if (!type.startsWith('multipart/')) return withBytes(request, limit, use);
  return withBytes(request, { ...limit, maxBytes: limit.maxBytes + wrapping }, (bytes) => {
    const file = fileIn(bytes, type);
    if (!file) throw new AppError('invalid', 'Nenhum arquivo foi enviado.');
    return use(file);
  });
}

/** The caller's `Idempotency-Key`, or null. @throws AppError `invalid` for a malformed key */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key')?.trim();
  if (!key) return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new AppError('invalid', 'Idempotency-Key inválida.');
  return key;
}

/** A refusal in JSON with its own code, finer than its kind. */
export function refusal(kind: ErrorKind, code: string, message: string): Response {
  const { status } = errorResponse(new AppError(kind, message));
  return Response.json({ error: { code, message } }, { status, headers: { 'Cache-Control': 'no-store' } });
}
