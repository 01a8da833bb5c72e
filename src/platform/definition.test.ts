import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  auditWords,
  changedLabels,
  changesBetween,
  type Fields,
  formText,
  optionalText,
  refusalOf,
  requiredLine,
  shapeOf,
  textSent,
  toSend,
  without,
} from './definition.ts';
import { versionOf } from './version.server.ts';

interface Row {
  id: string;
  title: string;
  text: string | null;
  tags: string[] | null;
  isOpen: boolean;
  picture: string | null;
}
const fields = {
  title: requiredLine({ label: 'Título', missing: 'Falta.', max: 5, tooLong: 'Longo.' }),
  text: optionalText({ label: 'URL', inSentence: 'URL', control: 'line', max: 5, tooLong: 'Longo.' }),
  tags: {
    label: 'Tags',
    control: 'line',
    schema: z.string().transform((text) => (text ? text.split(', ') : null)),
  },
  isOpen: { label: 'Aberto', control: 'switch', schema: z.boolean() },
  picture: { label: 'Imagem de Capa', audit: 'Capa', control: 'own' },
} satisfies Fields<Row, 'id'>;
const row: Row = { id: 'x', title: 'Um', text: null, tags: ['a', 'b'], isOpen: true, picture: null };
/** Differs only in fields that nobody edits. */
const other = { ...row, id: 'y' };

describe('a definition', () => {
  it('makes a row into the text of a form, and what is sent back into the row', () => {
    const text = formText(fields, row);
    expect(text).toEqual({ title: 'Um', text: '', tags: 'a, b', isOpen: true });
    expect(toSend(text)).toEqual({ title: 'Um', text: '', tags: 'a, b', isOpen: 'on' });
    const form = new FormData();
    for (const [name, value] of Object.entries(toSend(text))) form.set(name, value);
    const { id: _, picture: __, ...edited } = row;
    expect(z.object(shapeOf(fields)).parse(textSent(fields, form))).toEqual(edited);
    expect(formText(fields, null, { isOpen: true })).toEqual({ title: '', text: '', tags: '', isOpen: true });
  });

  it('says what is wrong, by field', () => {
    const parsed = z
      .object(shapeOf(fields))
      .safeParse({ title: ' ', text: '123456', tags: '', isOpen: true });
    expect(refusalOf(parsed.error as z.ZodError)).toEqual({
      errors: { title: ['Falta.'], text: ['Longo.'] },
      first: { name: 'title', message: 'Falta.' },
    });
  });

  it('A-66: its version changes with each of its fields, and with nothing else', () => {
    const version = versionOf(fields, row);
    expect(versionOf(fields, other)).toBe(version);
    const others = { title: 'Dois', text: 'x', tags: null, isOpen: false, picture: 'p' };
    for (const [name, value] of Object.entries(others))
      expect(versionOf(fields, { ...row, [name]: value }), name).not.toBe(version);
  });

  it('ADM-10: tells what changed, as the audit keeps it and in words', () => {
    const now = { ...other, text: 'x', picture: 'p' };
    expect(changesBetween(fields, row, now)).toEqual({
      before: { text: null, picture: null },
      after: { text: 'x', picture: 'p' },
    });
    expect(changesBetween(fields, row, other)).toBeNull();
    expect(changedLabels(fields, row, now)).toEqual(['URL', 'imagem de capa']);
    expect(auditWords(without(fields, 'tags', 'isOpen'))).toEqual({
      title: 'Título',
      text: 'URL',
      picture: 'Capa',
    });
  });
});
