import { defineConfig } from 'vitest/config';
import { stopOnOldNode } from './server/node-version.ts';
import { fonts } from './tools/fonts.ts';
import { icons } from './tools/icons.ts';

// With an older system Node the tests would fail one by one without naming the cause.
stopOnOldNode();

/** Rings 1 and 2: pure rules, and features on a real PostgreSQL. Playwright runs the journeys. */
export default defineConfig({
  plugins: [icons, fonts],
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['{src,server,tools,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    globalSetup: ['./tests/database-server.ts'],
    server: { deps: { inline: ['lucide-react'] } },
    pool: 'forks',
    // Files of one worker share modules, because importing them anew took a third of the time. Tests undo what they
    // stub, and have a database, bus and stores of their own.
    isolate: false,
    // By default one core stays idle.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Generous: costs time only when something is broken.
    expect: { poll: { timeout: 60_000 } },
    env: { TZ: 'UTC', NODE_ENV: 'test' },
  },
});
