import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secretOf } from './secret.server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('makes a secret once, keeps it for its owner only and leaves no draft behind', () => {
  const inner = join(folder, 'data');
  const made = secretOf(inner, 'webhook');
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(secretOf(inner, 'webhook')).toBe(made);
  expect(readdirSync(inner)).toEqual(['webhook']);
  expect(statSync(join(inner, 'webhook')).mode & 0o777).toBe(0o600);
});
