import { AppError } from '../errors.ts';

/** What a body may be made of: far above what any form or call of ours is. */
const maxFields = 100;
const maxDepth = 16;
const maxEntries = 10_000;
/** Bytes of the boundary and the headers of one part of a form. */
const maxPartHead = 2048;

/** One word, as all our fields are called: nothing that a reader of forms makes lists or objects of. */
const fieldName = /^[a-z][a-z0-9_]{0,63}$/i;
/** Names that mean something to JavaScript. */
const unsafeName = /^(__proto__|constructor|prototype)$/;
/** What a boundary is made of (RFC 2046); browsers make theirs longer than 27 characters. */
const boundaryIn = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))\s*(?:;|$)/i;

const refuseForm = (cause?: unknown) =>
  new AppError('invalid', 'O formulário enviado não pode ser lido.', { cause });
const refuseJson = (cause?: unknown) =>
  new AppError('invalid', 'O conteúdo enviado não é um JSON válido.', { cause });

function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new AppError('invalid', 'O texto tem um caractere que não pode ser usado.');
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('invalid', 'O texto tem um caractere que não pode ser usado.', { cause });
  }
}

/** How often a sign stands in a text; stops counting above `most`. */
function count(text: string, sign: string, most: number): number {
  let found = 0;
  for (let at = text.indexOf(sign); at >= 0 && found <= most; at = text.indexOf(sign, at + 1)) found++;
  return found;
}

/**
 * The fields of a sent form, read in time that grows no faster than its bytes. Names are plain words; a value is
 * text, or a file where the form is there for one.
 * @param type the whole Content-Type
 * @throws AppError `unsupported` when it is no form, or `invalid`
 */
export async function parseForm(bytes: Uint8Array, type: string, files: 'files' | 'text'): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of await entriesOf(bytes, type)) {
    if (!fieldName.test(name) || unsafeName.test(name)) throw refuseForm();
    if (typeof value === 'string') checkText(value);
    else if (files === 'text') throw refuseForm();
    form.append(name, value);
  }
  return form;
}

async function entriesOf(bytes: Uint8Array, type: string): Promise<Iterable<[string, File | string]>> {
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    const text = decode(bytes);
    if (count(text, '&', maxFields) >= maxFields) throw refuseForm();
    return new URLSearchParams(text);
  }
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError('unsupported', 'Envie o conteúdo como formulário.');
  const [, quoted, plain] = boundaryIn.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (
    boundary === undefined ||
    !isModestForm(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), boundary)
  )
    throw refuseForm();
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  return new Response(bytes as BodyInit, { headers }).formData().catch((cause: unknown) => {
    throw refuseForm(cause);
  });
}

/** Whether a form has few parts, each with little before its content; what only looks like a part counts too. */
function isModestForm(bytes: Buffer, boundary: string): boolean {
  const mark = Buffer.from(`--${boundary}`);
  let parts = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    const head = bytes.subarray(at + mark.length, at + mark.length + maxPartHead);
    const isLast = head.subarray(0, 2).toString('latin1') === '--';
    parts += 1;
    if (parts > maxFields || !(isLast || head.includes('\r\n\r\n'))) return false;
  }
  return true;
}

/**
 * A value that was sent as JSON: of bounded depth and number of entries, without names that mean something to
 * JavaScript. No body at all is an empty object.
 * @throws AppError `invalid`
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (!isModestJson(text)) throw refuseJson();
  try {
    return JSON.parse(text || '{}', (name, value: unknown) => {
      if (unsafeName.test(name)) throw refuseJson();
      if (typeof value === 'string') checkText(value);
      return value;
    });
  } catch (cause) {
    throw cause instanceof AppError ? cause : refuseJson(cause);
  }
}

function isModestJson(text: string): boolean {
  let depth = 0;
  let entries = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isInText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === ',') entries += 1;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > maxDepth || entries > maxEntries) return false;
  }
  return true;
}
