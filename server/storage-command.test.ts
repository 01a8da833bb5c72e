import { afterEach, describe, expect, it, vi } from 'vitest';
import { SettingsError } from '#platform/env.server.ts';
import { openNamedStorage } from '#platform/storage/open.server.ts';
import { aTrack } from '#tests/builders.ts';
import { aStoredTrack } from '#tests/bytes.ts';
import { s3Missing, s3Server } from '#tests/s3-server.ts';
import { testSite } from '#tests/site.ts';
import { storageCommand } from './storage-command.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function run(site: Awaited<ReturnType<typeof testSite>>, args: string) {
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
  await storageCommand(site.app, args.split(' '));
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { said: said.join('\n'), code };
}

describe.skipIf(s3Missing)('npm run storage -- copy', async () => {
  if (s3Missing) return;
  const site = await testSite();
  // The site is on the disk; only the command knows the bucket.
  Object.assign(site.app.settings, (await s3Server()).settings);

  it('copies, then only what is new, and ends with 0 when all was verified', async () => {
    const first = await aStoredTrack(site, Buffer.alloc(2_000, 'a'));
    const copied = await run(site, 'copy --from disk --to s3');
    expect(copied).toEqual({
      said: 'De disk para s3: 1 arquivo copiado (1,95 KB), 0 já estavam lá.\nTudo conferido.',
      code: 0,
    });
    await aStoredTrack(site, Buffer.alloc(1_000, 'b'));
    expect((await run(site, 'copy --from disk --to s3')).said).toContain('1 arquivo copiado');
    expect((await run(site, 'copy --from s3 --to disk')).said).toContain('0 arquivos copiados');
    const bucket = await openNamedStorage('s3', site.app.settings, site.app.log);
    expect(await bucket.stat(first.storageKey!)).toMatchObject({ size: 2_000 });
  });

  it('ends with 1 and the list of what does not match', async () => {
    const lost = await aTrack(site.db);
    const { said, code } = await run(site, 'copy --from disk --to s3');
    expect(code).toBe(1);
    expect(said).toContain('1 não confere:');
    expect(said).toContain(`  ${lost.storageKey}: está nos registros, mas em nenhum`);
  });

  it.each(['move', 'copy', 'copy --from disk', 'copy --from disk --to disk', 'copy --from disk --to tape'])(
    'understands nothing like %j',
    async (args) => {
      await expect(run(site, args)).rejects.toThrow(SettingsError);
    },
  );
});
