import type { ReactElement, Ref } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Button } from './button.tsx';
import { Slot } from './slot.tsx';

it('a button draws its link: both class names, the link itself unchanged', () => {
  const html = renderToStaticMarkup(
    <Button asChild variant="primary" className="mt-2" id="dado" title="do botão">
      <a href="/x" className="meu" title="do link">
        Ir
      </a>
    </Button>,
  );
  expect(html).toMatch(
    /^<a href="\/x" class="[^"]*bg-accent[^"]*mt-2 meu" title="do link" id="dado">Ir<\/a>$/,
  );
});

it('runs the handlers of both, the child first, and sets both refs', () => {
  const order: string[] = [];
  const refs: Record<string, unknown> = {};
  const given = {
    onClick: () => order.push('fora'),
    ref: (element: unknown) => {
      refs.outer = element;
    },
  };
  const own = { current: null as unknown };
  const child = (
    <a href="/x" onClick={() => order.push('dentro')} ref={own as Ref<HTMLAnchorElement>}>
      Ir
    </a>
  );
  const drawn = Slot({ ...given, children: child }) as ReactElement<{
    onClick(): void;
    ref(element: unknown): void;
  }>;
  drawn.props.onClick();
  drawn.props.ref('elemento');
  expect(order).toEqual(['dentro', 'fora']);
  expect([refs.outer, own.current]).toEqual(['elemento', 'elemento']);
});
