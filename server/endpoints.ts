import type { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { Fail, NodeHandler } from '#platform/http/refuse.server.ts';
import type { App } from '#routes/app.server.ts';
import { audioNodeHandler } from '#routes/endpoints/audio.server.ts';
import { audioUploadsEndpoint } from '#routes/endpoints/audio-uploads.server.ts';
import { authEndpoint } from '#routes/endpoints/auth.server.ts';
import { certificatesEndpoint } from '#routes/endpoints/certificates.server.ts';
import { coverUploadsEndpoint } from '#routes/endpoints/cover-uploads.server.ts';
import { deliveryZipNodeHandler } from '#routes/endpoints/delivery-zip.server.ts';
import { libraryPackagesEndpoint } from '#routes/endpoints/library-packages.server.ts';
import { mediaEndpoint } from '#routes/endpoints/media.server.ts';
import { packageQueueEndpoint } from '#routes/endpoints/package-queue.server.ts';
import { paymentsWebhookHandler } from '#routes/endpoints/payments-webhook.server.ts';
import { recordingFileEndpoint } from '#routes/endpoints/recording-file.server.ts';
import { sampleNodeHandler } from '#routes/endpoints/sample.server.ts';
import { shareEndpoint } from '#routes/endpoints/share.server.ts';
import { sharedSoundEndpoint } from '#routes/endpoints/shared-sound.server.ts';
import { siteImagesEndpoint } from '#routes/endpoints/site-images.server.ts';
import { uploadsEndpoint } from '#routes/endpoints/uploads.server.ts';
import { zipNodeHandler } from '#routes/endpoints/zip.server.ts';
import { zipProgressEndpoint } from '#routes/endpoints/zip-progress.server.ts';
import { adminLoginEndpoint } from '#routes/functions/admin-login.server.ts';
import { aiCreatePackagesEndpoint } from '#routes/functions/ai-create-packages.server.ts';
import { audioProxyEndpoint } from '#routes/functions/audio-proxy.server.ts';
import { checkSubscriptionEndpoint } from '#routes/functions/check-subscription.server.ts';
import { createCheckoutEndpoint } from '#routes/functions/create-checkout.server.ts';
import { createRecordingRequestEndpoint } from '#routes/functions/create-recording-request.server.ts';
import { customerPortalEndpoint } from '#routes/functions/customer-portal.server.ts';
import { deliveriesEndpoint } from '#routes/functions/deliveries.server.ts';
import { favoritesEndpoint } from '#routes/functions/favorites.server.ts';
import { figuresEndpoint } from '#routes/functions/figures.server.ts';
import { googleDriveFilesEndpoint } from '#routes/functions/google-drive-files.server.ts';
import { notificationsEndpoint } from '#routes/functions/notifications.server.ts';
import { projectEventsEndpoint } from '#routes/functions/project-events.server.ts';
import { projectsEndpoint, projectTracksEndpoint } from '#routes/functions/projects.server.ts';
import { searchTracksEndpoint } from '#routes/functions/search-tracks.server.ts';
import { similarTracksEndpoint } from '#routes/functions/similar-tracks.server.ts';
import { siteContentEndpoint } from '#routes/functions/site-content.server.ts';
import { suggestionsEndpoint } from '#routes/functions/suggestions.server.ts';
import { trackCuesEndpoint } from '#routes/functions/track-cues.server.ts';
import { trackMarksEndpoint } from '#routes/functions/track-marks.server.ts';
import { healthEndpoint } from './health.ts';

interface Endpoint<Make> {
  make: Make;
  serves: readonly string[];
  /** Reachable for everybody during maintenance: all paths, or these. */
  open?: true | readonly string[];
}

/** Every call and endpoint that is not a page, in one table. */
export const calls: readonly Endpoint<(app: App) => Hono>[] = [
  { make: healthEndpoint, serves: ['GET /healthz', 'GET /readyz', 'GET /metrics'], open: true },
  {
    make: authEndpoint,
    serves: ['ALL /api/auth/*'],
    open: ['/api/auth/get-session', '/api/auth/sign-out'],
  },
  { make: adminLoginEndpoint, serves: ['POST /functions/admin-login'], open: true },
  { make: audioProxyEndpoint, serves: ['POST /functions/audio-proxy'] },
  { make: aiCreatePackagesEndpoint, serves: ['POST /functions/ai-create-packages'] },
  { make: checkSubscriptionEndpoint, serves: ['POST /functions/check-subscription'] },
  { make: createCheckoutEndpoint, serves: ['POST /functions/create-checkout'] },
  { make: customerPortalEndpoint, serves: ['POST /functions/customer-portal'] },
  { make: createRecordingRequestEndpoint, serves: ['POST /functions/create-recording-request'] },
  { make: deliveriesEndpoint, serves: ['POST /functions/deliveries', 'GET /functions/deliveries/:id'] },
  { make: favoritesEndpoint, serves: ['POST /functions/favorites', 'DELETE /functions/favorites'] },
  { make: figuresEndpoint, serves: ['POST /functions/count-play', 'GET /functions/waiting'] },
  { make: googleDriveFilesEndpoint, serves: ['POST /functions/google-drive-files'] },
  {
    make: notificationsEndpoint,
    serves: [
      'GET /functions/notifications',
      'POST /functions/notifications/read',
      'GET /functions/notifications/events',
    ],
  },
  {
    make: projectsEndpoint,
    serves: ['GET /functions/projects', 'POST /functions/projects', 'PUT /functions/projects/:id'],
  },
  { make: projectEventsEndpoint, serves: ['GET /functions/projects/:id/events'] },
  {
    make: projectTracksEndpoint,
    serves: [
      'POST /functions/projects/:id/tracks',
      'DELETE /functions/projects/:id/tracks',
      'PUT /functions/projects/:id/tracks',
      'PATCH /functions/projects/:id/tracks',
    ],
  },
  {
    make: searchTracksEndpoint,
    serves: ['POST /functions/search-misses', 'GET /functions/search-tracks'],
  },
  { make: trackCuesEndpoint, serves: ['GET /functions/track-cues', 'PUT /functions/track-cues'] },
  { make: trackMarksEndpoint, serves: ['GET /functions/track-marks', 'PUT /functions/track-marks'] },
  {
    make: similarTracksEndpoint,
    serves: ['GET /functions/similar-tracks', 'POST /functions/similar-tracks'],
  },
  { make: suggestionsEndpoint, serves: ['GET /functions/suggestions'] },
  { make: siteContentEndpoint, serves: ['POST /functions/save-content', 'GET /functions/content-history'] },
  { make: libraryPackagesEndpoint, serves: ['GET /library/packages', 'GET /library/filters'] },
  { make: packageQueueEndpoint, serves: ['GET /package/:id/queue'] },
  {
    make: zipProgressEndpoint,
    serves: ['package', 'preparar'].flatMap((folder) => [
      `GET /${folder}/:id/zip/progress`,
      `DELETE /${folder}/:id/zip/progress`,
    ]),
  },
  {
    make: certificatesEndpoint,
    serves: [
      'GET /certificado/:file{[0-9a-z]+\\.json}',
      'GET /certificado/:file{[0-9a-z]+\\.pdf}',
      'GET /.well-known/sonoteca-keys.json',
    ],
    open: true,
  },
  { make: sharedSoundEndpoint, serves: ['GET /aprovar/:token/som/:id'] },
  { make: recordingFileEndpoint, serves: ['GET /recordings/:id/file'] },
  { make: uploadsEndpoint, serves: ['POST /uploads/avatar', 'POST /uploads/recordings/:id'] },
  { make: siteImagesEndpoint, serves: ['POST /uploads/site-image'] },
  {
    make: audioUploadsEndpoint,
    serves: [
      'POST /uploads/audio',
      'PUT /uploads/audio/:id',
      'POST /uploads/audio/:id/finish',
      'DELETE /uploads/audio/:id',
    ],
  },
  { make: coverUploadsEndpoint, serves: ['POST /uploads/covers', 'POST /uploads/covers/address'] },
  { make: mediaEndpoint, serves: ['GET /media/*'], open: true },
  { make: shareEndpoint, serves: ['GET /compartilhar/*'] },
];

/** Endpoints that write to the socket directly, ahead of the router: bytes and bursts of webhooks. */
export const nodeCalls: readonly Endpoint<(app: App, fail: Fail) => NodeHandler>[] = [
  { make: audioNodeHandler, serves: ['GET /audio/*'] },
  { make: zipNodeHandler, serves: ['GET /package/:id/zip'] },
  { make: deliveryZipNodeHandler, serves: ['GET /preparar/:id/zip'] },
  { make: sampleNodeHandler, serves: ['GET /sample/:id'] },
  { make: paymentsWebhookHandler, serves: ['POST /webhooks/stripe'], open: true },
];

export const endpoints = (app: App): Hono[] => calls.map(({ make }) => make(app));
export const nodeEndpoints = (app: App, fail: Fail): NodeHandler[] =>
  nodeCalls.map(({ make }) => make(app, fail));

/** The paths of all calls, as they name them. */
export const served = [...calls, ...nodeCalls].flatMap(({ serves }) =>
  serves.map((call) => call.replace(/^\S+ /, '')),
);

const gate = new TrieRouter<'open' | 'closed'>();
for (const { serves, open = [] } of [...calls, ...nodeCalls]) {
  const paths = serves.map((call) => call.replace(/^\S+ /, ''));
  for (const path of open === true ? paths : open) gate.add('ALL', path, 'open');
  for (const path of paths) gate.add('ALL', path, 'closed');
}
// Programs that call an address that does not exist read JSON there, too, and not the page of maintenance.
for (const path of ['/api/*', '/functions/*', '/uploads/*', '/recordings/*']) gate.add('ALL', path, 'closed');

/** Whether maintenance closes a path; null: a page, which root closes. The first match counts. */
export const inMaintenance = (path: string): 'open' | 'closed' | null =>
  gate.match('ALL', path)[0][0]?.[0] ?? null;
