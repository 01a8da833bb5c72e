import { describe, expect, it } from 'vitest';
import { readDocument } from './document.ts';
import { defaultLicense } from './license.ts';
import { privacyText } from './privacy.ts';
import { termsText } from './terms.ts';

describe('readDocument', () => {
  it('tells headings, paragraphs and lists apart', () => {
    expect(readDocument('Um.\n\n## Dois\n- a\n- b\n\nTrês.\n## Quatro')).toEqual([
      { kind: 'paragraph', text: 'Um.' },
      { kind: 'heading', text: 'Dois', id: 'parte-1' },
      { kind: 'list', items: ['a', 'b'] },
      { kind: 'paragraph', text: 'Três.' },
      { kind: 'heading', text: 'Quatro', id: 'parte-2' },
    ]);
  });

  it('keeps markup as text', () => {
    expect(readDocument('<script>x</script>')).toEqual([{ kind: 'paragraph', text: '<script>x</script>' }]);
  });

  it('A-105: the licence says what holds on air and after cancelling', () => {
    const headings = readDocument(defaultLicense).flatMap((block) =>
      block.kind === 'heading' ? [block.text] : [],
    );
    expect(headings).toContain('O que você pode fazer');
    expect(headings).toContain('Depois de cancelar');
  });

  it('A-84: terms and privacy name the site, the channel and what is kept', () => {
    const facts = { siteName: 'Rádio Teca', channel: 'pelo WhatsApp +55 (11) 98888-7777' };
    expect(termsText(facts)).toContain('Rádio Teca');
    expect(termsText(facts)).toContain('em até 7 dias');
    const text = privacyText(facts, ['Registros de pagamento.']);
    const lists = readDocument(text).flatMap((block) => (block.kind === 'list' ? block.items : []));
    expect(lists).toContain('Registros de pagamento.');
    expect(text).toContain(facts.channel);
  });
});
