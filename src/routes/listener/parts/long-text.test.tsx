import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LongText } from './long-text.tsx';

const draw = (text: string) => renderToStaticMarkup(<LongText text={text} />);

it('a short description stands as it is', () => {
  expect(draw('Samba, baião e sertanejo.')).not.toContain('Ler mais');
});

it('one of some lines is shortened on a phone only', () => {
  const html = draw('Samba de roda, baião de sanfona e estrada sertaneja. '.repeat(3));
  expect(html).toContain('max-sm:line-clamp-2');
  expect(html).not.toContain('sm:line-clamp-4');
  expect(html).toMatch(/class="[^"]*sm:hidden[^"]*"[^>]*>Ler mais/);
});

it.each(['Uma frase de um documento colado inteiro. '.repeat(20), 'uma\nlinha\nsob\na\noutra'])(
  'a long one is shortened everywhere, and says that there is more: %s',
  (text) => {
    const html = draw(text);
    expect(html).toContain('sm:line-clamp-4');
    expect(html).not.toContain('sm:hidden');
    expect(html).toContain('aria-expanded="false"');
  },
);
