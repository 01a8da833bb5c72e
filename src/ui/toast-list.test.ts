import { describe, expect, it } from 'vitest';
import { type Toast, toastDuration, withLeaving, withoutLeft, withToast } from './toast-list.ts';

const shown = (...ids: string[]): Toast[] =>
  ids.reduce<Toast[]>((list, id) => withToast(list, { id, title: id }), []);
const ids = (list: Toast[]) => list.filter((one) => !one.leaving).map((one) => one.id);

describe('withToast', () => {
  it('adds at the end', () => {
    expect(ids(shown('a', 'b'))).toEqual(['a', 'b']);
  });

  it('changes a message with the same id in its place', () => {
    const list = withToast(shown('zip', 'b'), { id: 'zip', title: 'Download concluído!', tone: 'success' });
    expect(ids(list)).toEqual(['zip', 'b']);
    expect(list[0]).toMatchObject({ title: 'Download concluído!', tone: 'success', revision: 1 });
  });

  it('drops what the earlier message had and the new one has not', () => {
    const first = withToast([], {
      id: 'zip',
      title: 'Baixando arquivos',
      description: '37 %',
      tone: 'progress',
    });
    expect(withToast(first, { id: 'zip', title: 'Pronto' })[0]?.description).toBeUndefined();
  });

  it('shows four at most; the oldest makes room, work in progress stays', () => {
    const list = withToast([], { id: 'zip', title: 'Baixando arquivos', tone: 'progress' });
    const full = ['a', 'b', 'c', 'd'].reduce((all, id) => withToast(all, { id, title: id }), list);
    expect(ids(full)).toEqual(['zip', 'b', 'c', 'd']);
  });

  it('shows a message again that is on its way out, and it is not removed then', () => {
    const again = withToast(withLeaving(shown('a'), 'a'), { id: 'a', title: 'de novo' });
    expect(ids(again)).toEqual(['a']);
    expect(withoutLeft(again, 'a')).toHaveLength(1);
  });
});

describe('leaving', () => {
  it('goes in two steps', () => {
    const leaving = withLeaving(shown('a', 'b'), 'a');
    expect(ids(leaving)).toEqual(['b']);
    expect(leaving).toHaveLength(2);
    expect(withoutLeft(leaving, 'a')).toHaveLength(1);
  });

  it('of an unknown message changes nothing', () => {
    expect(ids(withLeaving(shown('a'), 'x'))).toEqual(['a']);
  });
});

describe('toastDuration', () => {
  it.each([
    [{ title: 'Removido' }, 6000],
    [{ title: 'Favoritado!', tone: 'success' as const }, 6000],
    [{ title: 'Erro', tone: 'error' as const }, 8000],
    [{ title: 'x'.repeat(900) }, 15_000],
    [{ title: 'Baixando arquivos', tone: 'progress' as const }, Number.POSITIVE_INFINITY],
  ])('A11-02: %o stays %d ms', (request, milliseconds) => {
    expect(toastDuration(request)).toBe(milliseconds);
  });

  it('A11-02: a longer text stays longer, never under 5 s', () => {
    const short = toastDuration({ title: 'Oi' });
    const long = toastDuration({
      title: 'Solicitação enviada!',
      description: 'Sua gravação será entregue em até 24 horas úteis.',
    });
    expect(short).toBeGreaterThanOrEqual(5000);
    expect(long).toBeGreaterThan(short);
  });
});
