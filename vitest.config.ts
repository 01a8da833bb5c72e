import { defineConfig } from 'vitest/config';
import { stopOnOldNode } from './server/node-version.ts';

// Called by hand with the machine's own Node, the tests would fail one by one without a word of the cause.
stopOnOldNode();

/** Rings 1 and 2: pure rules, and features on a real PostgreSQL. Journeys in a browser are Playwright's. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['{src,server,tools,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    globalSetup: ['./tests/database-server.ts'],
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Generous, as it only costs time when something is broken.
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: 'UTC', NODE_ENV: 'test' },
  },
});
