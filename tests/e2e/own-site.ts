import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword, expect, test } from './fixtures.ts';
import { ownPort } from './ports.ts';

/**
 * A site for one file, for journeys that change what every page shows. Call it at the top of a spec; returns its URL,
 * which is also the base of the file's pages. @param settings additional settings @param host the host name in its URL
 */
export function ownSite(settings: Record<string, string> = {}, host = '127.0.0.1'): string {
  const port = ownPort();
  const url = `http://${host}:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-own-'));
  let server: ChildProcess;
  test.use({ baseURL: url });

  test.beforeAll(async () => {
    test.setTimeout(200_000);
    server = spawn(process.execPath, ['build/server/main.js'], {
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: folder,
        DEMO_PASSWORD: demoPassword,
        CONTACT_WHATSAPP: '5511988887777',
        LOG_LEVEL: 'warn',
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status;
    await expect.poll(ready, { timeout: 180_000 }).toBe(200);
  });

  test.afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.kill('SIGTERM')) await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  return url;
}
