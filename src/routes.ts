import { existsSync } from 'node:fs';
import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The site map: every page of the site in one table. Calls and bytes stand in server/endpoints.ts. */
const table: RouteConfigEntry[] = [
  layout('routes/public/layout.tsx', [
    index('routes/public/landing.tsx'),
    route('termos', 'routes/public/terms.tsx'),
    route('privacidade', 'routes/public/privacy.tsx'),
    route('licenca', 'routes/public/license.tsx'),
    route('email-confirmed', 'routes/auth/email-confirmed.tsx'),
    route('payment/success', 'routes/account/payment-success.tsx'),
    route('payment/canceled', 'routes/account/payment-canceled.tsx'),
  ]),
  route('auth', 'routes/auth/auth.tsx'),
  route('auth/recuperar', 'routes/auth/forgot-password.tsx'),
  route('auth/nova-senha', 'routes/auth/reset-password.tsx'),
  route('auth/sair', 'routes/auth/logout.tsx'),
  route('checkout-simulado/:id', 'routes/account/simulated-checkout.tsx'),
  route('portal-simulado/:id', 'routes/account/simulated-portal.tsx'),
  layout('routes/listener/layout.tsx', [
    route('library', 'routes/listener/library.tsx'),
    route('category/:slug', 'routes/listener/category.tsx'),
    route('category/:slug/all', 'routes/listener/category-all.tsx'),
    route('search', 'routes/listener/search.tsx'),
    route('package/:id', 'routes/listener/package.tsx'),
    route('favorites', 'routes/listener/favorites.tsx'),
    route('dashboard', 'routes/account/dashboard.tsx'),
    route('profile', 'routes/account/profile.tsx'),
    route('minhas-gravacoes', 'routes/account/recordings.tsx'),
  ]),
  route('profile/meus-dados', 'routes/account/my-data.ts'),
  layout('routes/admin/layout.tsx', [
    route('admin', 'routes/admin/panel.tsx'),
    route('edit-home', 'routes/admin/edit-home.tsx'),
    route('admin/manage-packages', 'routes/admin/manage-packages.tsx'),
    route('admin/create-package', 'routes/admin/create-package.tsx'),
    route('admin/categories', 'routes/admin/categories.tsx'),
    route('admin/manage-users', 'routes/admin/manage-users.tsx'),
    route('admin/storage', 'routes/admin/storage.tsx'),
    route('admin/upload-category-images', 'routes/admin/category-images.tsx'),
    route('admin/ceo-settings', 'routes/admin/ceo-settings.tsx'),
    route('admin/recording-requests', 'routes/admin/recording-requests.tsx'),
    route('admin/edit-plans', 'routes/admin/edit-plans.tsx'),
    route('admin/edit-texts', 'routes/admin/edit-texts.tsx'),
    route('admin/audit', 'routes/admin/audit.tsx'),
  ]),
  route('sitemap.xml', 'routes/public/sitemap.ts'),
  route('robots.txt', 'routes/public/robots.ts'),
  route('dev/mail', 'routes/public/dev-mail.tsx'),
  route('dev/ui', 'routes/public/dev-ui.tsx'),
  route('*', 'routes/public/not-found.tsx'),
];

const there = (entry: RouteConfigEntry): boolean => existsSync(new URL(entry.file, import.meta.url));
const only = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.filter(there).map((entry) => ({ ...entry, children: entry.children && only(entry.children) }));

export default only(table);
