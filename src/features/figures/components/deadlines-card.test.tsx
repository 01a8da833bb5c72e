import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { DeadlinesCard } from './deadlines-card.tsx';

it('A11-01: counts of nothing are as readable as the others', () => {
  const element = <DeadlinesCard late={0} today={1} later={0} />;
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  expect(html.replace(/<[^>]+>/g, '')).toContain('0 atrasadas');
  // Muted text has a contrast of 4.5 by itself: none is left for an opacity.
  expect(html).not.toMatch(/[" ]opacity-/);
});
