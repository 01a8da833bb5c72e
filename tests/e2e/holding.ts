import type { BrowserContext, Page } from '@playwright/test';

/**
 * Holds requests back until the returned function is called, so that intermediate states can be checked. Earlier
 * routes still apply afterwards. @param method only this method; all by default
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
