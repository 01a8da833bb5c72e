import { isAdmin } from '#features/accounts/roles.ts';
import { getMaintenance } from '#features/site/queries.server.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#routes/app.server.ts';
import { inMaintenance } from './endpoints.ts';

/** Milliseconds after which the state is read again, in case a message of the bus was lost. */
const lifetime = 5_000;

/** Retry-After in seconds. */
export const maintenanceRetryAfter = 300;

/**
 * The gate of maintenance mode for endpoints (their table says what stays open); the root route closes the pages
 * . The bus carries a switch to every process, so it counts from the next request on.
 */
export function openMaintenance(app: App) {
  let state: boolean | Promise<boolean> = read();
  const reread = () => {
    state = read();
  };
  const timer = setInterval(reread, lifetime).unref();
  app.bus.on('content', reread);

  function read(): Promise<boolean> {
    const reading = getMaintenance(app).then(
      ({ enabled }) => {
        if (state === reading) state = enabled;
        return enabled;
      },
      () => false,
    );
    return reading;
  }

  /** Null lets the request pass; otherwise checks the caller. @param path normalised as the handler will read it */
  function check(path: string, cookies: string | undefined): null | Promise<AppError | null> {
    if (state === false) return null;
    return decide(path, cookies ?? null);
  }

  async function decide(path: string, cookies: string | null): Promise<AppError | null> {
    if (!(await state) || inMaintenance(path) !== 'closed') return null;
    const viewer = await app.viewers.read(cookies);
    if (isAdmin(viewer?.user)) return null;
    return new AppError('unavailable', 'Estamos em manutenção. Tente novamente mais tarde.', {
      retryAfter: maintenanceRetryAfter,
    });
  }

  return { check, stop: () => clearInterval(timer) };
}
