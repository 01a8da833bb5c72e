import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes';
import { adminGroups } from './features/site/admin-pages.ts';
import { listNames } from './routes/admin/list-names.ts';

/**
 * Every page of the site in one table; those of the administrators' rail are in features/site/admin-pages.ts. Calls and
 * files are in server/endpoints.ts.
 */
export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/landing.tsx'),
    route('termos', 'routes/public/terms.tsx'),
    route('privacidade', 'routes/public/privacy.tsx'),
    route('licenca', 'routes/public/license.tsx'),
    route('certificado/:id', 'routes/public/certificate.tsx'),
    route('email-confirmed', 'routes/auth/email-confirmed.tsx'),
    route('payment/success', 'routes/account/payment-success.tsx'),
    route('payment/canceled', 'routes/account/payment-canceled.tsx'),
  ]),
  route('auth', 'routes/auth/auth.tsx'),
  route('auth/chave', 'routes/auth/passkey.ts'),
  route('auth/confirmar', 'routes/auth/second-step.tsx'),
  route('auth/recuperar', 'routes/auth/forgot-password.tsx'),
  route('auth/nova-senha', 'routes/auth/reset-password.tsx'),
  route('auth/sair', 'routes/auth/logout.tsx'),
  route('aprovar/:token', 'routes/public/approve.tsx'),
  route('checkout-simulado/:id', 'routes/account/simulated-checkout.tsx'),
  route('portal-simulado/:id', 'routes/account/simulated-portal.tsx'),
  layout('routes/listener/layout.tsx', [
    route('library', 'routes/listener/library.tsx'),
    route('category/:slug', 'routes/listener/category.tsx'),
    route('category/:slug/all', 'routes/listener/category-all.tsx'),
    route('search', 'routes/listener/search.tsx'),
    route('parecidos/:id?', 'routes/listener/similar.tsx'),
    route('package/:id', 'routes/listener/package.tsx'),
    route('projetos', 'routes/listener/projects.tsx'),
    route('projetos/:id', 'routes/listener/project.tsx'),
    route('preparar', 'routes/listener/prepare.tsx'),
    route('preparar/:id', 'routes/listener/delivery.tsx'),
    route('favorites', 'routes/listener/favorites.tsx'),
    route('dashboard', 'routes/account/dashboard.tsx'),
    route('profile', 'routes/account/profile.tsx'),
    route('meus-downloads', 'routes/account/downloads.tsx'),
    route('minhas-gravacoes', 'routes/account/recordings.tsx'),
  ]),
  ...['csv', 'xlsx'].map((type) =>
    route(`meus-downloads/relatorio.${type}`, 'routes/account/usage-report.ts', { id: `usage-${type}` }),
  ),
  route('profile/meus-dados', 'routes/account/my-data.ts'),
  ...listNames.flatMap((list) =>
    ['csv', 'xlsx'].map((type) =>
      route(`admin/${list}.${type}`, 'routes/admin/list-files.ts', { id: `${list}-${type}` }),
    ),
  ),
  layout('routes/admin/layout.tsx', [
    route('admin', 'routes/admin/panel.tsx'),
    ...adminGroups.flatMap(({ pages }) =>
      pages.map(({ to, file }) => route(to.slice(1), `routes/admin/${file}.tsx`)),
    ),
    route('admin/users/:id', 'routes/admin/user.tsx'),
    route('admin/users/:id/:parte', 'routes/admin/user-history-page.tsx'),
    route('admin/downloads/:id', 'routes/admin/package-downloads.tsx'),
    route('admin/importacoes/:id', 'routes/admin/import.tsx'),
  ]),
  route('sitemap.xml', 'routes/public/sitemap.ts'),
  route('robots.txt', 'routes/public/robots.ts'),
  route('dev/mail', 'routes/public/dev-mail.tsx'),
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfigEntry[];
