import { type MultipartPart, parseMultipart } from '@remix-run/multipart-parser';
import { AppError } from '../errors.ts';

/** Limits of a form, far above any form of ours. */
const maxFields = 100;
const maxDepth = 16;
const maxEntries = 10_000;
/** Bytes of the boundary and the headers of one part. */
const maxPartHead = 2048;

/** Plain words only: nothing that a form parser would turn into lists or objects. */
const fieldName = /^[a-z][a-z0-9_]{0,63}$/i;
const unsafeName = /^(__proto__|constructor|prototype)$/;
/** Characters of a boundary (RFC 2046); browsers send more than 27 of them. */
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

/** Occurrences of a character in a text; stops counting above `most`. */
function count(text: string, sign: string, most: number): number {
  let found = 0;
  for (let at = text.indexOf(sign); at >= 0 && found <= most; at = text.indexOf(sign, at + 1)) found++;
  return found;
}

/**
 * Parses the text fields of a submitted form in linear time. Names are plain words.
 * @param type the whole Content-Type @throws AppError `unsupported` when it is no form, or `invalid`
 */
export function parseForm(bytes: Uint8Array, type: string): FormData {
  const form = new FormData();
  for (const [name, value] of /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
    ? pairsOf(bytes)
    : partsOf(bytes, type).map((part) => [part.name, textOf(part)] as const)) {
    if (!isFieldName(name)) throw refuseForm();
    checkText(value);
    form.append(name, value);
  }
  return form;
}

/**
 * The bytes of the file `file` of a submitted form: a view of the form's own bytes. Null without such a file.
 * @param type the whole Content-Type @throws AppError `unsupported` when it is no form, or `invalid`
 */
export function fileIn(bytes: Uint8Array, type: string): Uint8Array | null {
  const parts = partsOf(bytes, type);
  if (!parts.every(({ name }) => isFieldName(name))) throw refuseForm();
  const file = parts.find((part) => part.name === 'file' && part.isFile);
  return file ? (file.content[0] ?? new Uint8Array()) : null;
}

const isFieldName = (name: string | undefined): name is string =>
  name !== undefined && fieldName.test(name) && !unsafeName.test(name);

function pairsOf(bytes: Uint8Array): URLSearchParams {
  const text = decode(bytes);
  if (count(text, '&', maxFields) >= maxFields) throw refuseForm();
  return new URLSearchParams(text);
}

function textOf(part: MultipartPart): string {
  if (part.isFile) throw refuseForm();
  return decode(part.content[0] ?? new Uint8Array());
}

function partsOf(bytes: Uint8Array, type: string): MultipartPart[] {
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError('unsupported', 'Envie o conteúdo como formulário.');
  const [, quoted, plain] = boundaryIn.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw refuseForm();
  const limits = { maxParts: maxFields, maxHeaderSize: maxPartHead, maxFileSize: bytes.length };
  try {
    const parts = [...parseMultipart(bytes, { ...limits, boundary })];
    // Headers are decoded on first access: undecodable ones are refused here.
    for (const part of parts) void part.headers;
    return parts;
  } catch (cause) {
    throw refuseForm(cause);
  }
}

/**
 * Parses JSON of bounded depth and size, without keys such as `__proto__`; empty is `{}`. @throws AppError `invalid`
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
