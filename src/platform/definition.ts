import { z } from 'zod';
import { typedLine, typedText } from './typed-text.ts';

/** The control of a field; `own`: a component that each form places and reads itself. */
type Control = 'line' | 'lines' | 'url' | 'tel' | 'number' | 'choice' | 'switch';

interface Named {
  label: string;
  /** The audit's name; default: the label. */
  audit?: string;
  /** Its name within a sentence; default: the label in lower case. */
  inSentence?: string;
}

/** A field that a form renders by itself. */
export interface PlainField<Value = unknown> extends Named {
  control: Control;
  /** Parses the form's value, with Portuguese messages. */
  schema: z.ZodType<Value>;
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
  hint?: string;
  rows?: number;
  /** Share of a row on wide screens; default: all of it. */
  width?: 'half' | 'rest' | 'narrow';
}

interface OwnField extends Named {
  control: 'own';
  schema?: z.ZodType;
}

export type Field<Value = unknown> = PlainField<Value> | OwnField;

/** One field per column of `Row`, except those listed as `Unedited`: a new column must be either. */
export type Fields<Row, Unedited extends keyof Row = never> = {
  [K in Exclude<keyof Row, Unedited>]: Field<Row[K]>;
};
type AnyFields = Record<string, Field>;
type PlainKeys<F> = { [K in keyof F]: F[K] extends OwnField ? never : K }[keyof F] & string;

export type FormText<F> = {
  [K in PlainKeys<F>]: F[K] extends { control: 'switch' } ? boolean : string;
};

const keysOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[];
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const requiredLine = (
  field: Named & { max: number; missing: string; tooLong: string; width?: 'half' },
) => {
  const { max, missing, tooLong, ...named } = field;
  const schema = typedLine({ error: missing }).min(1, missing).max(max, tooLong);
  return { ...named, control: 'line' as const, required: true, maxLength: max, schema };
};

/** A line or a text; null when empty. */
export const optionalText = (
  field: Named & { control: 'line' | 'lines'; max: number; tooLong: string; rows?: number },
) => {
  const { max, tooLong, ...named } = field;
  const schema = (named.control === 'lines' ? typedText() : typedLine()).max(max, tooLong).default('');
  return { ...named, maxLength: max, schema: schema.transform((text) => text || null) };
};

/** Schemas of the fields that forms send, for `z.object`. */
export function shapeOf<F extends object>(fields: F): Shape<F> {
  const sent = Object.entries(fields as AnyFields).flatMap(([name, { schema }]) =>
    schema ? [[name, schema]] : [],
  );
  return Object.fromEntries(sent);
}
type Shape<F> = {
  [K in keyof F as F[K] extends { schema: z.ZodType } ? K : never]: F[K] extends {
    schema: infer S extends z.ZodType;
  }
    ? S
    : never;
};

/** The part of a row that a definition covers. */
export const pick = <F extends object, Row extends { [K in keyof F]: unknown }>(
  fields: F,
  row: Row,
): Pick<Row, keyof F & keyof Row> =>
  Object.fromEntries(keysOf(fields).map((name) => [name, row[name]])) as Pick<Row, keyof F & keyof Row>;

export const without = <F extends object, K extends keyof F>(fields: F, ...names: K[]): Omit<F, K> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name as K))) as Omit<F, K>;

/** A stored row as form values; without a row only those of `empty`. */
export function formText<F extends object>(
  fields: F,
  row: object | null,
  empty: Partial<FormText<F>> = {},
): FormText<F> {
  const given: Record<string, unknown> = { ...(row ?? empty) };
  const entries = Object.entries(fields as AnyFields).flatMap(([name, { control }]) => {
    if (control === 'own') return [];
    const value = given[name];
    if (control === 'switch') return [[name, value === true]];
    return [[name, Array.isArray(value) ? value.join(', ') : String(value ?? '')]];
  });
  return Object.fromEntries(entries);
}

/** The same from a browser's form: a switch that is off is absent. */
export function textSent<F extends object>(fields: F, form: FormData): Partial<FormText<F>> {
  const switches = Object.entries(fields as AnyFields).filter(([, { control }]) => control === 'switch');
  return {
    ...Object.fromEntries(form),
    ...Object.fromEntries(switches.map(([name]) => [name, form.get(name) === 'on'])),
  } as Partial<FormText<F>>;
}

/** Current values of a form on the page, for its fields. */
export const textWritten = <F extends object>(fields: F, form: FormData): Partial<FormText<F>> =>
  Object.fromEntries([...form].filter(([name]) => name in fields)) as Partial<FormText<F>>;

/** Form values for sending: a switch that is off is left out. */
export const toSend = (text: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(text)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => [name, value === true ? 'on' : String(value)]),
  );

/** Errors by field, and the first one. */
export function refusalOf(error: z.ZodError): {
  errors: Record<string, string[] | undefined>;
  first: { name: string; message: string };
} {
  const { path, message } = error.issues[0] ?? { path: [], message: '' };
  const errors: Record<string, string[] | undefined> = z.flattenError(error).fieldErrors;
  return { errors, first: { name: String(path[0]), message } };
}

/** Changed fields before and after, for the audit; null without a change. */
export function changesBetween<F extends object>(
  fields: F,
  before: { [K in keyof F]: unknown },
  after: { [K in keyof F]: unknown },
): { before: object; after: object } | null {
  const changed = keysOf(fields).filter((name) => !isSame(before[name], after[name]));
  if (changed.length === 0) return null;
  const only = (row: { [K in keyof F]: unknown }) =>
    Object.fromEntries(changed.map((name) => [name, row[name]]));
  return { before: only(before), after: only(after) };
}

/** Labels of the fields that differ, for a sentence. */
export const changedLabels = (fields: object, mine: object, theirs: object): string[] => {
  const [left, right] = [mine as Record<string, unknown>, theirs as Record<string, unknown>];
  return Object.entries(fields as AnyFields)
    .filter(([name]) => !isSame(left[name], right[name]))
    .map(([, { label, inSentence }]) => inSentence ?? label.toLocaleLowerCase('pt-BR'));
};

export const auditWords = (fields: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields as AnyFields).map(([name, { label, audit }]) => [name, audit ?? label]),
  );
