import { describe, expect, it } from 'vitest';
import { definedWords } from '#routes/admin/defined-words.ts';
import { readChange } from './facts.ts';

const names = { cat1: 'VINHETAS - RÁDIO', cat2: 'TRILHAS - JORNAL', pack1: 'Brasil de Todos os Ritmos' };
const words = Object.assign({}, ...Object.values(definedWords));
const lines = (facts: { label: string; text: string }[]) =>
  facts.map(({ label, text }) => `${label}: ${text}`);
const read = (before: unknown, after: unknown) => {
  const change = readChange(before, after, { names, words });
  return { before: lines(change.before), after: lines(change.after) };
};

describe('ADM-10, A11-04: a change in words', () => {
  it.each([
    [{ isActive: true }, ['Ativo: Sim']],
    [{ size: 44_045 }, ['Tamanho: 43,01 KB']],
    [{ amountCents: 21_000 }, ['Valor: R$ 210,00']],
    [{ amount: 1200 }, ['Créditos: 1.200']],
    [{ amount: -1200.5 }, ['Créditos: -1.200,5']],
    [{ expiresAt: '2026-11-21T16:52:00.000Z' }, ['Válido até: 21/11/2026 13:52']],
    [{ planType: 'annual', status: 'active' }, ['Plano: Anual', 'Situação: Ativa']],
    [{ role: 'admin' }, ['Permissão: Administrador']],
    [{ categoryId: 'cat1' }, ['Categoria: VINHETAS - RÁDIO']],
    [{ tags: ['samba', 'manhã'] }, ['Tags: samba, manhã']],
    [{ tags: [] }, ['Tags: vazio']],
    [{ description: '' }, ['Descrição: vazio']],
    [{ coverKey: null }, ['Capa: vazio']],
    [['Um.mp3', 'Dois.mp3'], ['Ordem: Um.mp3, Dois.mp3']],
    [null, []],
    [undefined, []],
    [{ unknownOfOld: 'x' }, ['unknownOfOld: x']],
  ])('%j', (value, expected) => {
    expect(read(null, value).after).toEqual(expected);
  });

  it('tells only what differs', () => {
    const before = { title: 'A', categoryId: 'cat1', tags: ['um'] };
    const after = { title: 'A', categoryId: 'cat2', tags: ['um'] };
    expect(read(before, after)).toEqual({
      before: ['Categoria: VINHETAS - RÁDIO'],
      after: ['Categoria: TRILHAS - JORNAL'],
    });
  });

  it('tells which question or plan of a section it was', () => {
    const faq = (answer: string) => ({
      title: 'FAQ',
      questions: [
        { id: 'a', question: 'Um?', answer: 'Sim.' },
        { id: 'b', question: 'Dois?', answer },
      ],
    });
    expect(read(faq('Não.'), faq('Talvez.'))).toEqual({
      before: ['Pergunta 2 · Resposta: Não.'],
      after: ['Pergunta 2 · Resposta: Talvez.'],
    });
    const plans = (text: string) => ({ plans: [{ id: 'annual', benefits: [{ id: 'x', text }] }] });
    expect(read(plans('Um'), plans('Outro')).after).toEqual(['Plano Anual · Benefícios 1 · Texto: Outro']);
  });

  it('tells each package of a batch by its title', () => {
    const before = [{ id: 'pack1', isActive: true }];
    expect(read(before, { change: 'deactivate' })).toEqual({
      before: ['Brasil de Todos os Ritmos · Ativo: Sim'],
      after: ['Mudança: Desativar'],
    });
  });

  it('cuts long texts', () => {
    expect(read(null, { text: 'a'.repeat(1000) }).after[0]).toBe(`Texto: ${'a'.repeat(300)}…`);
  });
});
