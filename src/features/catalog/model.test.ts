import { describe, expect, it } from 'vitest';
import { backPath, isDownloadable, kindOfName, kindOfSlug } from './kinds.ts';
import { packageInputSchema, readTags } from './package-definition.ts';

describe('kinds of categories', () => {
  it.each([
    ['TRILHAS', 'trilhas'],
    ['TRILHAS BRASILEIRAS', 'trilhas'],
    ['Trilhas Jornalismo', 'trilhas'],
    ['EFEITOS SONOROS', 'efeitos-sonoros'],
    ['NOVOS EFEITOS SONOROS', 'efeitos-sonoros'],
    ['PACOTES VINHETAS', 'pacotes-vinhetas'],
    ['PROGRAMETES DE SAÚDE', 'programetes'],
    ['MINHAS TRILHAS', null],
    ['OUTROS', null],
  ])('A-91: the name %s stands for %s', (name, kind) => {
    expect(kindOfName(name)).toBe(kind);
  });

  it.each([
    ['trilhas', '/category/trilhas'],
    ['efeitos-sonoros', '/category/efeitos-sonoros'],
    ['pacotes-vinhetas', '/category/pacotes-vinhetas'],
    ['programetes', '/library'],
    ['outros', '/library'],
  ])('PKG-11: from a package of %s back leads to %s', (kind, path) => {
    expect(backPath(kind)).toBe(path);
  });

  it('A-02, CAT-04: only the four slugs are kinds', () => {
    expect(['trilhas', 'jingles', 'xyz', '', '__proto__'].map(kindOfSlug)).toEqual([
      'trilhas',
      null,
      null,
      null,
      null,
    ]);
  });

  it('A-18: vinhetas are never handed out', () => {
    expect(isDownloadable('pacotes-vinhetas')).toBe(false);
    expect(isDownloadable('trilhas')).toBe(true);
  });
});

describe('what an administrator says of a package', () => {
  it('PKM-12: reads tags', () => {
    expect(readTags(' a, ,b ')).toEqual(['a', 'b']);
    expect(readTags('a,a')).toEqual(['a']);
    expect(readTags(' , ')).toBe(null);
  });

  it.each([
    ['', 0],
    ['abc', 0],
    ['7', 7],
    [-3, -3],
    [undefined, 0],
    ['1.000', 1000],
    ['−3', -3],
  ])('PKM-11: the order %j is stored as %i', (typed, stored) => {
    expect(packageInputSchema.parse({ title: 'x', categoryId: 'y', orderIndex: typed }).orderIndex).toBe(
      stored,
    );
  });

  it.each(['2,5', '1,000', '99999999999999999999'])('S07: the order %j is refused in words', (orderIndex) => {
    const { error } = packageInputSchema.safeParse({ title: 'x', categoryId: 'y', orderIndex });
    expect(error?.issues[0]?.message).toBe('Informe um número inteiro, só com algarismos.');
  });

  it('PKM-09, PKM-13: needs title and category; an empty description is none', () => {
    const refused = packageInputSchema.safeParse({ title: '  ', categoryId: '' });
    expect(refused.error?.issues.map((issue) => issue.message)).toEqual([
      'Informe o título.',
      'Selecione uma categoria',
    ]);
    expect(packageInputSchema.parse({ title: ' x ', categoryId: 'y', description: ' ' })).toMatchObject({
      title: 'x',
      description: null,
      isActive: true,
    });
  });
});
