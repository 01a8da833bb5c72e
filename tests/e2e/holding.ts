import type { BrowserContext, Page } from '@playwright/test';

/**
 * Holds calls back until the way that is returned is taken, so that what a page shows meanwhile stays to be looked at.
 * Ways set before go on to be asked afterwards.
 * @param method only calls of this kind; all by default
 */
export async function holdBack(
  where: Page | BrowserContext,
  address: string,
  method?: string,
): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await where.route(address, async (route) => {
    if (!method || route.request().method() === method) await held.promise;
    await route.fallback();
  });
  return held.resolve;
}
