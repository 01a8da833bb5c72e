import { describe, expect, it } from 'vitest';
import { readSettings } from './env.server.ts';

describe('the address of the site, when none is set', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://localhost:8080'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
  ])('%j: %s', (given, address) => {
    const { PUBLIC_URL } = readSettings(given, '/nowhere');
    expect(PUBLIC_URL).toBe(address);
    expect(new URL(PUBLIC_URL).origin).toBe(address);
  });
});
