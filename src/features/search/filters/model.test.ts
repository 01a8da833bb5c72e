import { describe, expect, it } from 'vitest';
import { countFilters, groupsOf, noFilters, readFilters, toggleFilter, writeFilters } from './model.ts';
import { classCount, classesOf } from './sound-classes.ts';
import { groupTags } from './tag-groups.ts';

const read = (search: string, kind: Parameters<typeof readFilters>[1] = 'trilhas') =>
  readFilters(new URLSearchParams(search), kind);

describe('filters in an address', () => {
  it('are read in the order of their group, each once; what no page offers is ignored', () => {
    expect(read('duracao=1-3min&duracao=ate-15s&duracao=ate-15s&duracao=x&andamento=lenta&y=z')).toEqual({
      ...noFilters,
      duracao: ['ate-15s', '1-3min'],
      andamento: ['lenta'],
    });
    expect(read('tag=rock&tag=%20rock%20&tag=&tag=São João&tag=a%00b').tag).toEqual([
      'rock',
      'São João',
      'ab',
    ]);
    expect(read(`tag=${'x'.repeat(201)}&${'tag=a&'.repeat(30)}`).tag).toEqual(['a']);
    expect(read(Array.from({ length: 50 }, (_, at) => `tag=t${at}`).join('&')).tag.length).toBe(20);
  });

  it('tempo is a filter of trilhas and of the search only', () => {
    expect(read('andamento=lenta', 'efeitos-sonoros').andamento).toEqual([]);
    expect(read('andamento=lenta', null).andamento).toEqual(['lenta']);
    expect(groupsOf('programetes').map((group) => group.name)).toEqual(['duracao', 'intensidade', 'voz']);
  });

  it('are written in place of those before, beside what else the address says', () => {
    const filters = { ...noFilters, duracao: ['ate-15s', '15-30s'], tag: ['São João'] };
    const query = writeFilters(new URLSearchParams('q=samba&duracao=1-3min&andamento=lenta&c=1'), filters);
    expect(query.toString()).toBe('q=samba&c=1&duracao=ate-15s&duracao=15-30s&tag=S%C3%A3o+Jo%C3%A3o');
    expect(readFilters(query, 'trilhas')).toEqual(filters);
    expect(writeFilters(query, noFilters).toString()).toBe('q=samba&c=1');
  });

  it('are made and taken back one by one', () => {
    const one = toggleFilter(noFilters, 'tag', 'rock');
    const two = toggleFilter(one, 'duracao', 'ate-15s');
    expect([countFilters(noFilters), countFilters(one), countFilters(two)]).toEqual([0, 1, 2]);
    expect(toggleFilter(toggleFilter(two, 'tag', 'rock'), 'duracao', 'ate-15s')).toEqual(noFilters);
    const later = toggleFilter(toggleFilter(noFilters, 'andamento', 'rapida'), 'andamento', 'lenta');
    expect(later.andamento).toEqual(['lenta', 'rapida']);
  });
});

describe('classes of sound', () => {
  const ones = (bits: string | null) => bits!.split('').filter((bit) => bit === '1').length;

  it('are all that meet every group that has a choice', () => {
    expect(classCount).toBe(288);
    expect(classesOf(noFilters)).toBe(null);
    expect(ones(classesOf({ ...noFilters, duracao: ['ate-15s'] }))).toBe(48);
    expect(ones(classesOf({ ...noFilters, duracao: ['ate-15s', '15-30s'], andamento: ['lenta'] }))).toBe(24);
    const facts = { duracao: ['15-30s'], andamento: ['rapida'], intensidade: ['media'] };
    const one = classesOf({ ...facts, voz: ['instrumental'] })!;
    expect([one.length, ones(one), one.indexOf('1')]).toEqual([288, 1, 96 + 16 + 2 * 4 + 1]);
    const spoken = classesOf({ ...facts, voz: ['com-voz'] }, { isSpoken: true })!;
    expect([ones(spoken), spoken.lastIndexOf('1')]).toEqual([2, 2 * 96 + 16 + 2 * 4 + 1]);
  });
});

describe('tags in groups', () => {
  it('groups come in their order, the rest last; without any group all are just tags', () => {
    const shown = (tags: { tag: string; group?: 'clima' | 'genero' }[]) =>
      groupTags(tags).map(({ label, tags }) => [label, tags.map(({ tag }) => tag)]);
    expect(
      shown([{ tag: 'porta' }, { tag: 'alegre', group: 'clima' }, { tag: 'rock', group: 'genero' }]),
    ).toEqual([
      ['Gênero', ['rock']],
      ['Clima', ['alegre']],
      ['Outras tags', ['porta']],
    ]);
    expect(shown([{ tag: 'porta' }])).toEqual([['Tags', ['porta']]]);
    expect(shown([])).toEqual([]);
  });
});
