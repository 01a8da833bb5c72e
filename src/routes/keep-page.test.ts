import { createMemoryRouter, redirect } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { putOffSignIn, sessionEnd, sessionIsBack, watchSession } from '#features/accounts/session-end.ts';
import { signInAddress } from '#features/accounts/sign-in.ts';
import { keepPage } from './keep-page.ts';

let hasEnded = false;
const reads: string[] = [];

const gate = (request: Request) => {
  const url = new URL(request.url);
  reads.push(`${request.method} ${url.pathname}`);
  if (hasEnded) throw redirect(signInAddress(url, request.method === 'GET' ? undefined : 'sessao-encerrada'));
  return `${request.method} ${reads.length}`;
};
const page = (path: string) => ({
  id: path,
  path,
  loader: ({ request }: { request: Request }) => gate(request),
  action: ({ request }: { request: Request }) => gate(request),
});

/** The browser's router on /perfil with a valid session. */
async function openRouter() {
  const children = [page('/perfil'), page('/favoritas'), { path: '/auth' }];
  const routes = [{ id: 'root', middleware: [keepPage as never], children }];
  const router = createMemoryRouter(routes, { initialEntries: ['/perfil?aba=2'] });
  const isIdle = () => router.state.initialized && router.state.navigation.state === 'idle';
  router.initialize();
  await vi.waitFor(() => expect(isIdle()).toBe(true));
  reads.length = 0;
  return router;
}

const post = () => {
  const formData = new FormData();
  formData.set('nome', 'Ana');
  return { formMethod: 'post', formData } as const;
};

beforeEach(() => {
  hasEnded = false;
  watchSession('ana');
  vi.stubGlobal('window', { location: { pathname: '/perfil', search: '?aba=2' } });
});
afterEach(() => {
  sessionIsBack();
  vi.unstubAllGlobals();
});
const isTold = () => sessionEnd.getState().isTold;

it('A-27: a form whose session has ended leaves the page as it is, and can be sent again', async () => {
  const router = await openRouter();
  const { loaderData } = router.state;
  hasEnded = true;
  await router.navigate('/perfil?aba=2', post());
  expect(isTold()).toBe(true);
  expect(router.state.location.pathname).toBe('/perfil');
  expect(router.state.errors).toBeNull();
  expect(router.state.loaderData).toEqual(loaderData);
  expect(reads, 'nothing is read anew').toEqual(['POST /perfil']);
  hasEnded = false;
  await router.navigate('/perfil?aba=2', post());
  expect(router.state.actionData).toEqual({ '/perfil': 'POST 2' });
});

it('the same of a form that sends itself', async () => {
  const router = await openRouter();
  hasEnded = true;
  await router.fetch('um', '/perfil', '/perfil?aba=2', post());
  expect([isTold(), router.state.location.pathname]).toEqual([true, '/perfil']);
  expect(router.state.fetchers.get('um')?.data).toBeUndefined();
});

it('what a page reads anew of itself stays as it was, and is told of once', async () => {
  const router = await openRouter();
  const { loaderData } = router.state;
  hasEnded = true;
  for (const expected of [true, false]) {
    await router.revalidate();
    expect(isTold()).toBe(expected);
    expect(router.state.location.pathname).toBe('/perfil');
    expect(router.state.loaderData).toEqual(loaderData);
    putOffSignIn();
  }
});

it('a walk to another page leads to the sign-in', async () => {
  const router = await openRouter();
  hasEnded = true;
  await router.navigate('/favoritas?x=1');
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/auth?next=%2Ffavoritas%3Fx%3D1',
  );
  expect(isTold()).toBe(false);
});
