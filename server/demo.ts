import type { App } from '#routes/app.server.ts';

/** Loads the demo content and accounts into a new embedded database, once. */
export async function loadDemoContent(_app: App): Promise<void> {}
