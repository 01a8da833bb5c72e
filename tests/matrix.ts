import { adminGroups } from '#features/site/admin-pages.ts';
import { listNames } from '#routes/admin/list-names.ts';

/** The callers, in the order of a row's outcomes. `revoked` had a plan that an administrator revoked. */
export const audiences = ['visitor', 'listener', 'subscriber', 'revoked', 'admin'] as const;
export type Audience = (typeof audiences)[number];

/**
 * The outcome of a call: a status; `login`: a redirect to /auth; `in`: admitted, whatever an incomplete call then
 * results in, except a refusal of access or a failure.
 */
export type Outcome = number | 'login' | 'in';

/** Existing objects; those with an owner belong to the subscriber. */
export interface Things {
  packageId: string;
  trackId: string;
  checkoutId: string;
  customerId: string;
  requestId: string;
  importId: string;
  projectId: string;
  licenceId: string;
  userId: string;
  deliveryId: string;
}

export interface Row {
  /** Method and path as the site map and the endpoints name them. */
  call: string;
  expects: readonly [Outcome, Outcome, Outcome, Outcome, Outcome];
  /** The requested path, where it has parameters. */
  at?: (things: Things) => string;
  json?: (things: Things) => unknown;
  form?: Record<string, string>;
  /** Answered at the socket (server/endpoints.ts, nodeCalls). */
  node?: true;
}

const all = (outcome: Outcome): Row['expects'] => [outcome, outcome, outcome, outcome, outcome];
const everyone = all(200);
const signedInPage: Row['expects'] = ['login', 200, 200, 200, 200];
const signedInForm: Row['expects'] = ['login', 'in', 'in', 'in', 'in'];
const libraryPage: Row['expects'] = ['login', 403, 200, 403, 200];
const adminPage: Row['expects'] = ['login', 'login', 'login', 'login', 200];
const adminForm: Row['expects'] = ['login', 'login', 'login', 'login', 'in'];
const signedInCall: Row['expects'] = [401, 'in', 'in', 'in', 'in'];
const libraryCall: Row['expects'] = [401, 403, 'in', 403, 'in'];
const adminCall: Row['expects'] = [401, 403, 403, 403, 'in'];
/** Only for its owner; nobody else learns that it exists. */
const ownersPage: Row['expects'] = ['login', 404, 200, 404, 404];

/** Pages of the administrators' rail. */
const adminPages = adminGroups.flatMap(({ pages }) => pages.map(({ to }) => to));
/** They say to those who are no administrators that they are not (ADM-02), instead of asking for a sign-in. */
const ownRefusal = new Set(['/admin/manage-packages', '/admin/storage']);
const refusedHere: Row['expects'] = ['login', 403, 403, 403, 200];

/** Every page and call of the site with its outcome per caller (SEC-01). */
export const matrix: readonly Row[] = [
  { call: 'GET /', expects: everyone },
  { call: 'POST /', at: () => '/?index', expects: ['login', 'in', 'in', 'in', 'in'] },
  { call: 'GET /termos', expects: everyone },
  { call: 'GET /privacidade', expects: everyone },
  { call: 'GET /licenca', expects: everyone },
  { call: 'GET /certificado/:id', at: (is) => `/certificado/${is.licenceId}`, expects: everyone },
  { call: 'GET /email-confirmed', expects: everyone },
  { call: 'POST /email-confirmed', expects: all('in') },
  { call: 'GET /payment/success', expects: signedInPage },
  { call: 'GET /payment/canceled', expects: everyone },
  { call: 'GET /auth', expects: [200, 302, 302, 302, 302] },
  { call: 'POST /auth', expects: all('in') },
  { call: 'GET /auth/chave', expects: all('login') },
  { call: 'POST /auth/chave', expects: all('in') },
  { call: 'GET /auth/confirmar', expects: ['login', 302, 302, 302, 302] },
  { call: 'POST /auth/confirmar', expects: all('login') },
  { call: 'GET /auth/recuperar', expects: everyone },
  { call: 'POST /auth/recuperar', expects: all('in') },
  { call: 'GET /auth/nova-senha', expects: all('in') },
  { call: 'POST /auth/nova-senha', expects: all('in') },
  { call: 'GET /auth/sair', expects: all(302) },
  { call: 'POST /auth/sair', expects: all(302) },
  {
    call: 'GET /checkout-simulado/:id',
    at: (is) => `/checkout-simulado/${is.checkoutId}`,
    expects: ownersPage,
  },
  {
    call: 'POST /checkout-simulado/:id',
    at: (is) => `/checkout-simulado/${is.checkoutId}`,
    form: { intent: 'cancel' },
    expects: ['login', 404, 302, 404, 404],
  },
  { call: 'GET /portal-simulado/:id', at: (is) => `/portal-simulado/${is.customerId}`, expects: ownersPage },
  {
    call: 'POST /portal-simulado/:id',
    at: (is) => `/portal-simulado/${is.customerId}`,
    expects: signedInForm,
  },
  { call: 'GET /library', expects: libraryPage },
  { call: 'GET /category/:slug', at: () => '/category/trilhas', expects: libraryPage },
  { call: 'GET /category/:slug/all', at: () => '/category/trilhas/all', expects: libraryPage },
  { call: 'GET /search', expects: everyone },
  { call: 'GET /parecidos/:id?', at: (is) => `/parecidos/${is.trackId}`, expects: everyone },
  { call: 'GET /package/:id', at: (is) => `/package/${is.packageId}`, expects: libraryPage },
  { call: 'GET /aprovar/:token', at: () => '/aprovar/nada', expects: all(404) },
  { call: 'POST /aprovar/:token', at: () => '/aprovar/nada', expects: all('in') },
  { call: 'GET /aprovar/:token/som/:id', at: () => '/aprovar/nada/som/nada', expects: all(404) },
  { call: 'GET /projetos', expects: libraryPage },
  {
    call: 'POST /projetos',
    form: { intent: 'create', title: 'Natal' },
    expects: ['login', 403, 'in', 403, 'in'],
  },
  { call: 'GET /projetos/:id', at: (is) => `/projetos/${is.projectId}`, expects: ownersPage },
  {
    call: 'POST /projetos/:id',
    at: (is) => `/projetos/${is.projectId}`,
    form: { intent: 'order', ids: '' },
    expects: signedInForm,
  },
  { call: 'GET /preparar', expects: libraryPage },
  { call: 'POST /preparar', expects: ['login', 403, 'in', 403, 'in'] },
  {
    call: 'GET /preparar/:id',
    at: (is) => `/preparar/${is.deliveryId}`,
    expects: ['login', 403, 200, 403, 404],
  },
  {
    call: 'POST /preparar/:id',
    at: (is) => `/preparar/${is.deliveryId}`,
    form: { intent: 'cancel' },
    expects: ['login', 403, 409, 403, 409],
  },
  { call: 'GET /favorites', expects: libraryPage },
  { call: 'GET /dashboard', expects: signedInPage },
  { call: 'GET /profile', expects: signedInPage },
  { call: 'POST /profile', expects: signedInForm },
  { call: 'GET /meus-downloads', expects: signedInPage },
  { call: 'POST /meus-downloads', expects: signedInForm },
  ...listNames.flatMap((list) =>
    ['csv', 'xlsx'].map((type) => ({
      call: `GET /admin/${list}.${type}`,
      at: ({ userId }: Things) => `/admin/${list}.${type}?conta=${userId}&parte=emails`,
      expects: adminPage,
    })),
  ),
  { call: 'GET /meus-downloads/relatorio.csv', expects: signedInPage },
  { call: 'GET /meus-downloads/relatorio.xlsx', expects: signedInPage },
  { call: 'GET /minhas-gravacoes', expects: signedInPage },
  { call: 'POST /minhas-gravacoes', expects: signedInForm },
  { call: 'GET /profile/meus-dados', expects: signedInPage },

  { call: 'GET /admin', expects: adminPage },
  { call: 'POST /admin', expects: adminForm },
  ...adminPages.map(
    (to): Row => ({ call: `GET ${to}`, expects: ownRefusal.has(to) ? refusedHere : adminPage }),
  ),
  { call: 'POST /admin/manage-packages', expects: adminForm },
  { call: 'POST /admin/create-package', expects: adminForm },
  { call: 'POST /admin/rascunhos', expects: adminForm },
  { call: 'POST /admin/busca', expects: adminForm },
  { call: 'POST /admin/categories', expects: adminForm },
  { call: 'POST /admin/manage-users', expects: adminForm },
  { call: 'GET /admin/users/:id', at: (is) => `/admin/users/${is.userId}`, expects: adminPage },
  { call: 'POST /admin/users/:id', at: (is) => `/admin/users/${is.userId}`, expects: adminForm },
  {
    call: 'GET /admin/users/:id/:parte',
    at: (is) => `/admin/users/${is.userId}/downloads`,
    expects: adminPage,
  },
  { call: 'POST /admin/storage', expects: adminForm },
  { call: 'POST /admin/certificados', expects: adminForm },
  { call: 'GET /admin/downloads/:id', at: (is) => `/admin/downloads/${is.packageId}`, expects: adminPage },
  { call: 'POST /admin/recording-requests', expects: adminForm },
  { call: 'POST /admin/emails', expects: adminForm },
  {
    call: 'GET /admin/importacoes/:id',
    at: (is) => `/admin/importacoes/${is.importId}`,
    expects: adminPage,
  },
  {
    call: 'POST /admin/importacoes/:id',
    at: (is) => `/admin/importacoes/${is.importId}`,
    expects: adminForm,
  },

  { call: 'GET /sitemap.xml', expects: everyone },
  { call: 'GET /robots.txt', expects: everyone },
  { call: 'GET /dev/mail', expects: all('in') },
  { call: 'GET /*', at: () => '/nao-existe', expects: all(404) },
  { call: 'POST /*', at: () => '/nao-existe', expects: all(404) },

  /** By token or from this machine, which is where the test runs. */
  { call: 'GET /metrics', expects: everyone },
  { call: 'GET /healthz', expects: everyone },
  { call: 'GET /readyz', expects: everyone },
  { call: 'ALL /api/auth/*', at: () => '/api/auth/get-session', expects: everyone },
  {
    call: 'POST /functions/admin-login',
    json: () => ({ email: 'ninguem@exemplo.com.br', password: 'segredo-1' }),
    expects: all(401),
  },
  {
    call: 'POST /functions/audio-proxy',
    json: ({ trackId }) => ({ fileId: trackId, fileName: 'a.mp3' }),
    expects: libraryCall,
  },
  { call: 'POST /functions/ai-create-packages', json: () => ({ googleDriveUrl: '' }), expects: adminCall },
  { call: 'POST /functions/check-subscription', json: () => ({}), expects: [401, 200, 200, 200, 200] },
  { call: 'POST /functions/create-checkout', json: () => ({ price_id: 'foo' }), expects: signedInCall },
  { call: 'POST /functions/customer-portal', json: () => ({}), expects: signedInCall },
  {
    call: 'POST /functions/create-recording-request',
    json: ({ packageId }) => ({ packageId, radioName: 'Rádio', whatsapp: '11987654321' }),
    expects: libraryCall,
  },
  {
    call: 'POST /functions/favorites',
    json: ({ packageId }) => ({ package_id: packageId }),
    expects: [401, 403, 201, 403, 201],
  },
  {
    call: 'DELETE /functions/favorites',
    json: ({ packageId }) => ({ package_id: packageId }),
    expects: [401, 403, 200, 403, 200],
  },
  { call: 'GET /functions/projects', expects: [401, 200, 200, 200, 200] },
  {
    call: 'POST /functions/projects',
    json: ({ trackId }) => ({ title: 'Natal', trackIds: [trackId] }),
    expects: [401, 403, 201, 403, 201],
  },
  {
    call: 'GET /functions/projects/:id/events',
    at: (is) => `/functions/projects/${is.projectId}/events`,
    expects: [401, 404, 200, 404, 404],
  },
  {
    call: 'PUT /functions/projects/:id',
    at: (is) => `/functions/projects/${is.projectId}`,
    json: () => ({ isArchived: true }),
    expects: [401, 404, 200, 404, 404],
  },
  {
    call: 'POST /functions/projects/:id/tracks',
    at: (is) => `/functions/projects/${is.projectId}/tracks`,
    json: ({ trackId }) => ({ trackIds: [trackId] }),
    expects: [401, 403, 200, 403, 404],
  },
  {
    call: 'PUT /functions/projects/:id/tracks',
    at: (is) => `/functions/projects/${is.projectId}/tracks`,
    json: ({ trackId }) => ({ trackId }),
    expects: [401, 404, 404, 404, 404],
  },
  {
    call: 'PATCH /functions/projects/:id/tracks',
    at: (is) => `/functions/projects/${is.projectId}/tracks`,
    json: ({ trackId }) => ({ trackIds: [trackId] }),
    expects: [401, 404, 200, 404, 404],
  },
  {
    call: 'DELETE /functions/projects/:id/tracks',
    at: (is) => `/functions/projects/${is.projectId}/tracks`,
    json: ({ trackId }) => ({ trackIds: [trackId] }),
    expects: [401, 404, 200, 404, 404],
  },
  {
    call: 'GET /functions/track-cues',
    at: ({ trackId }) => `/functions/track-cues?ids=${trackId}`,
    expects: [401, 403, 200, 403, 200],
  },
  {
    call: 'PUT /functions/track-cues',
    json: ({ trackId }) => ({ track_id: trackId, points: null }),
    expects: [401, 403, 200, 403, 200],
  },
  {
    call: 'GET /functions/track-marks',
    at: ({ trackId }) => `/functions/track-marks?ids=${trackId}`,
    expects: [401, 403, 200, 403, 200],
  },
  {
    call: 'PUT /functions/track-marks',
    json: ({ trackId }) => ({ track_id: trackId, mark: 3 }),
    expects: [401, 403, 200, 403, 200],
  },
  {
    call: 'POST /functions/google-drive-files',
    json: () => ({ googleDriveUrl: 'https://evil.test/?x=drive.google.com' }),
    expects: [401, 403, 403, 403, 400],
  },
  { call: 'POST /functions/count-play', expects: libraryCall },
  { call: 'GET /functions/waiting', expects: [401, 403, 403, 403, 200] },
  { call: 'GET /functions/notifications', expects: [401, 403, 403, 403, 200] },
  { call: 'POST /functions/notifications/read', json: () => ({}), expects: [401, 403, 403, 403, 200] },
  { call: 'GET /functions/notifications/events', expects: [401, 403, 403, 403, 200] },
  { call: 'POST /functions/save-content', json: () => ({}), expects: adminCall },
  {
    call: 'GET /functions/content-history',
    at: () => '/functions/content-history?section=hero',
    expects: [401, 403, 403, 403, 200],
  },
  { call: 'GET /functions/search-tracks', expects: signedInCall },
  { call: 'GET /functions/suggestions', expects: signedInCall },
  { call: 'POST /functions/search-misses', json: () => ({ q: 'ornitorrinco' }), expects: signedInCall },
  {
    call: 'GET /functions/similar-tracks',
    at: (is) => `/functions/similar-tracks?track=${is.trackId}`,
    expects: [401, 200, 200, 200, 200],
  },
  { call: 'POST /functions/similar-tracks', expects: signedInCall },
  {
    call: 'GET /library/packages',
    at: () => '/library/packages?kind=trilhas',
    expects: [401, 403, 200, 403, 200],
  },
  {
    call: 'GET /library/filters',
    at: () => '/library/filters?kind=trilhas',
    expects: [401, 403, 200, 403, 200],
  },
  {
    call: 'GET /package/:id/queue',
    at: (is) => `/package/${is.packageId}/queue`,
    expects: [401, 403, 200, 403, 200],
  },
  {
    call: 'GET /recordings/:id/file',
    at: (is) => `/recordings/${is.requestId}/file`,
    expects: [401, 404, 200, 404, 404],
  },
  {
    call: 'GET /certificado/:file{[0-9a-z]+\\.json}',
    at: (is) => `/certificado/${is.licenceId}.json`,
    expects: everyone,
  },
  {
    call: 'GET /certificado/:file{[0-9a-z]+\\.pdf}',
    at: (is) => `/certificado/${is.licenceId}.pdf`,
    expects: everyone,
  },
  { call: 'GET /.well-known/sonoteca-keys.json', expects: everyone },
  { call: 'POST /uploads/avatar', expects: signedInCall },
  {
    call: 'POST /uploads/recordings/:id',
    at: (is) => `/uploads/recordings/${is.requestId}`,
    expects: adminCall,
  },
  { call: 'POST /uploads/site-image', expects: adminCall },
  { call: 'POST /uploads/covers', expects: adminCall },
  { call: 'POST /uploads/covers/address', json: () => ({}), expects: adminCall },
  { call: 'POST /uploads/audio', json: () => ({}), expects: adminCall },
  { call: 'PUT /uploads/audio/:id', at: () => '/uploads/audio/nada', expects: adminCall },
  { call: 'POST /uploads/audio/:id/finish', at: () => '/uploads/audio/nada/finish', expects: adminCall },
  { call: 'DELETE /uploads/audio/:id', at: () => '/uploads/audio/nada', expects: adminCall },
  { call: 'POST /webhooks/stripe', json: () => ({ type: 'x' }), expects: all(400), node: true },
  { call: 'GET /media/*', at: () => '/media/covers/nada.png', expects: all(404) },
  { call: 'GET /compartilhar/*', at: () => '/compartilhar/nada.png', expects: all(404) },
  {
    call: 'GET /audio/*',
    at: (is) => `/audio/${is.trackId}`,
    expects: [401, 403, 200, 403, 200],
    node: true,
  },
  {
    call: 'GET /package/:id/zip',
    at: (is) => `/package/${is.packageId}/zip`,
    expects: [401, 403, 200, 403, 200],
    node: true,
  },
  {
    call: 'GET /package/:id/zip/progress',
    at: (is) => `/package/${is.packageId}/zip/progress?ticket=abcdefgh`,
    expects: [401, 403, 404, 403, 404],
  },
  {
    call: 'DELETE /package/:id/zip/progress',
    at: (is) => `/package/${is.packageId}/zip/progress?ticket=abcdefgh`,
    expects: [401, 403, 404, 403, 404],
  },
  {
    call: 'POST /functions/deliveries',
    json: () => ({}),
    expects: [401, 403, 400, 403, 400],
  },
  {
    call: 'GET /functions/deliveries/:id',
    at: (is) => `/functions/deliveries/${is.deliveryId}`,
    expects: [401, 403, 200, 403, 404],
  },
  {
    call: 'GET /preparar/:id/zip',
    at: (is) => `/preparar/${is.deliveryId}/zip`,
    expects: [401, 403, 200, 403, 404],
    node: true,
  },
  {
    call: 'GET /preparar/:id/zip/progress',
    at: (is) => `/preparar/${is.deliveryId}/zip/progress?ticket=abcdefgh`,
    expects: [401, 403, 404, 403, 404],
  },
  {
    call: 'DELETE /preparar/:id/zip/progress',
    at: (is) => `/preparar/${is.deliveryId}/zip/progress?ticket=abcdefgh`,
    expects: [401, 403, 404, 403, 404],
  },
  { call: 'GET /sample/:id', at: () => '/sample/nada', expects: all(404), node: true },
];
