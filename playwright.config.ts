import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { stopOnOldNode } from './server/node-version.ts';
import { startCommand } from './tools/start-command.ts';

// With an older system Node the journeys would wait for a site that cannot start.
stopOnOldNode();

// Set in the first process and inherited by the workers. Further sites and stand-ins use the ports after it
// (tests/e2e/ports.ts), all below the system's ephemeral ports.
process.env.E2E_PORT ??= String(12_000 + Math.floor(Math.random() * 16_000));
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'sonoteca-e2e-'));
const url = `http://127.0.0.1:${process.env.E2E_PORT}`;

/** Journeys through the built program, with its own embedded database and a real Chromium. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: process.env.CI === 'true',
  // Generous timeouts cost time only when something is broken; a busy machine is several times slower.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'dark',
    // A trace of each journey takes a quarter of the whole time. `npx playwright test FILE --trace on` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      // Where the machine names no language, Chromium calls a download with an accent in its name 'download'.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: startCommand,
    url: `${url}/readyz`,
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      DEMO_PASSWORD: 'senha-de-teste',
      CONTACT_WHATSAPP: '5511988887777',
      LOG_LEVEL: 'warn',
    },
  },
});
