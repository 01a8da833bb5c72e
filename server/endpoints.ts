import type { Hono } from 'hono';
import type { Fail, NodeHandler } from '#platform/http/refuse.server.ts';
import type { App } from '#routes/app.server.ts';
import { audioNodeHandler } from '#routes/endpoints/audio.server.ts';
import { audioUploadsEndpoint } from '#routes/endpoints/audio-uploads.server.ts';
import { authEndpoint } from '#routes/endpoints/auth.server.ts';
import { coverUploadsEndpoint } from '#routes/endpoints/cover-uploads.server.ts';
import { libraryPackagesEndpoint } from '#routes/endpoints/library-packages.server.ts';
import { mediaEndpoint } from '#routes/endpoints/media.server.ts';
import { packageQueueEndpoint } from '#routes/endpoints/package-queue.server.ts';
import { paymentsWebhookHandler } from '#routes/endpoints/payments-webhook.server.ts';
import { recordingFileEndpoint } from '#routes/endpoints/recording-file.server.ts';
import { sampleNodeHandler } from '#routes/endpoints/sample.server.ts';
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
import { favoritesEndpoint } from '#routes/functions/favorites.server.ts';
import { googleDriveFilesEndpoint } from '#routes/functions/google-drive-files.server.ts';
import { notificationsEndpoint } from '#routes/functions/notifications.server.ts';
import { siteContentEndpoint } from '#routes/functions/site-content.server.ts';
import { healthEndpoint } from './health.ts';

/** Every call and endpoint that is not a page, in one table. */
export const endpoints = (app: App): Hono[] => [
  healthEndpoint(app),
  authEndpoint(app),
  adminLoginEndpoint(app),
  audioProxyEndpoint(app),
  aiCreatePackagesEndpoint(app),
  checkSubscriptionEndpoint(app),
  createCheckoutEndpoint(app),
  customerPortalEndpoint(app),
  createRecordingRequestEndpoint(app),
  favoritesEndpoint(app),
  googleDriveFilesEndpoint(app),
  notificationsEndpoint(app),
  libraryPackagesEndpoint(app),
  packageQueueEndpoint(app),
  zipProgressEndpoint(app),
  recordingFileEndpoint(app),
  uploadsEndpoint(app),
  siteImagesEndpoint(app),
  siteContentEndpoint(app),
  audioUploadsEndpoint(app),
  coverUploadsEndpoint(app),
  mediaEndpoint(app),
];

/** Endpoints that write to the socket directly, ahead of the router: bytes and bursts of webhooks. */
export const nodeEndpoints = (app: App, fail: Fail): NodeHandler[] => [
  audioNodeHandler(app, fail),
  zipNodeHandler(app, fail),
  sampleNodeHandler(app, fail),
  paymentsWebhookHandler(app, fail),
];
