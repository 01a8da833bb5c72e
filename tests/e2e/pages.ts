import type { Page } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import siteMap from '../../src/routes.ts';
import { demoAccounts } from './fixtures.ts';
import { enter, newPerson } from './people.ts';

/**
 * The addresses whose pages the rules are checked on, by who opens them; those of administrators come from the site map.
 * Other states are reached in accessibility.spec.ts.
 */
export const visited = {
  visitor: [
    '/',
    '/auth',
    '/auth?modo=cadastro',
    '/auth/recuperar',
    '/auth/nova-senha?token=gasto',
    '/email-confirmed?token=gasto',
    '/payment/canceled',
    '/termos',
    '/privacidade',
    '/licenca',
    '/search?q=natal',
    '/parecidos',
    '/aprovar/gasto',
    '/certificado/00000000000000000000000000',
    '/nao-existe',
  ],
  'listener without a plan': [
    '/library',
    '/favorites',
    '/dashboard',
    '/minhas-gravacoes',
    '/search',
    '/#planos',
    '/profile?aba=dados',
    '/profile?aba=seguranca',
    '/profile?aba=assinatura',
  ],
  subscriber: [
    '/library',
    '/category/trilhas',
    '/category/trilhas/all',
    '/category/efeitos-sonoros',
    '/category/trilhas?q=zzzz',
    '/category/nada',
    '/search?q=natal',
    '/search?q=zzzz',
    '/search?duracao=mais-de-3min',
    '/package/nada',
    '/parecidos',
    '/parecidos/nada',
    '/favorites',
    '/projetos',
    '/projetos/nada',
    '/preparar',
    '/preparar/nada',
    '/meus-downloads',
    '/dashboard',
    '/profile',
  ],
  administrator: [
    ...pagesOf(siteMap).filter((page) => /^\/(admin|edit-home)(?!.*:)/.test(page)),
    '/admin/emails?modelo=welcome',
    '/admin/manage-packages?editar=novo',
    '/admin/manage-packages?situacao=excluidos&q=nada',
  ],
};
export type Role = keyof typeof visited;

/** Pages that need something first, and the test that checks them. */
export const reached: Record<string, string> = {
  '/payment/success': 'a purchase',
  '/checkout-simulado/:id': 'a purchase',
  '/portal-simulado/:id': 'packages and requests of a subscriber',
  '/auth/confirmar': 'second-step.spec.ts',
  '/admin/importacoes/:id': 'admin-imports.spec.ts',
  '/admin/downloads/:id': 'air.spec.ts',
  '/admin/users/:id': 'admin-support.spec.ts',
  '/admin/users/:id/:parte': 'admin-support.spec.ts',
  '/auth/sair': 'no page: leads to the start',
  '/dev/mail': 'no page of the site: developers read mails there',
};

export const as: Record<Role, (page: Page) => Promise<unknown>> = {
  visitor: async () => {},
  'listener without a plan': (page) => newPerson(page),
  subscriber: (page) => enter(page, demoAccounts.subscriber),
  administrator: (page) => enter(page, demoAccounts.admin),
};

/** Full paths of the pages of the site map; other files answer with data. */
export function pagesOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const whole = path === undefined ? above : `${above}/${path}`;
    const isPage = (path !== undefined || index) && file.endsWith('.tsx');
    return [...(isPage ? [whole || '/'] : []), ...pagesOf(children, whole)];
  });
}
