import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { By } from 'selenium-webdriver';
import { firefoxMissing, startFirefox } from '../firefox.ts';
import { type Heard, hearingScript, sweep, sweepSource } from '../hearing.ts';
import { missingProgram } from '../programs.ts';
import { startWebkit, webkitMissing } from '../webkit.ts';
import { demoAccounts, demoPassword, expect, test } from './fixtures.ts';
import { ownSite } from './own-site.ts';
import { ownPort } from './ports.ts';

const ffmpegMissing = missingProgram('ffmpeg');
test.skip(ffmpegMissing !== null, ffmpegMissing ?? '');

const url = ownSite();
const half = ['-t', `${sweep.seconds / 2}`];
const cbr = ['-b:a', '128k', '-write_xing', '0'];

/** Sounds that browsers do not decode, or do not play where and as long as they say (docs/sounds.md). */
const sounds: Record<string, string[][]> = {
  'F01 vbr.mp3': [['-q:a', '0']],
  'F01 vbr-without-xing.mp3': [['-q:a', '0', '-write_xing', '0']],
  'F02 joined.mp3': [
    [...half, ...cbr],
    ['-ss', `${sweep.seconds / 2}`, ...cbr, '-ac', '1', '-ar', '48000'],
  ],
  'B06 alac.m4a': [['-c:a', 'alac']],
  'B07 index-at-the-end.m4a': [['-c:a', 'aac', '-b:a', '160k']],
};

interface Track {
  name: string;
  id: string;
}
const tracks: Track[] = [];

/** The parts of a sound, one behind the other. */
function bytesOf(folder: string, name: string, parts: string[][]): Buffer {
  const made = parts.map((args, at) => {
    const path = join(folder, `${at}-${name}`);
    execFileSync('ffmpeg', ['-v', 'error', ...sweepSource, ...args, path]);
    return readFileSync(path);
  });
  return Buffer.concat(made);
}

/** The body of a function for a page: signs in. */
const signInScript = `
  const [email, password] = args;
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/auth/sign-in/email', { method: 'POST', headers, body: JSON.stringify({ email, password }) });
  return answer.status;
`;
/** And asks where a track is played. */
const addressScript = `
  const [trackId] = args;
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/functions/audio-proxy', { method: 'POST', headers, body: JSON.stringify({ trackId }) });
  return (await answer.json()).url;
`;

/** Runs the body of an asynchronous function in a browser's page. */
type Run = <T>(body: string, ...args: unknown[]) => Promise<T>;
const asCall = (body: string, args: unknown[]) =>
  `(async (...args) => {${body}})(...${JSON.stringify(args)})`;

/** Plays every track and the sample where a listener would, and compares with a WAV. */
async function hearAll(run: Run): Promise<void> {
  expect(await run(signInScript, demoAccounts.subscriber, demoPassword)).toBe(200);
  const places = [33, 9.25, sweep.seconds / 2 - 0.4, 2.5];
  const exact = await run<Heard>(hearingScript, null, places, sweep, null);
  expect(exact.error, 'a WAV plays').toBeNull();
  const lag = exact.ahead.map((one) => one ?? Number.NaN).toSorted((a, b) => a - b)[2]!;
  const isOff = (ahead: number | null) => !(Math.abs((ahead ?? Number.NaN) - lag) < 0.06);
  /** A busy machine is late now and then: what is off is heard again. A wrong place stays wrong. */
  const hear = async (address: string, tries = 3): Promise<Heard> => {
    const heard = await run<Heard>(hearingScript, address, places, sweep, lag);
    return tries > 1 && heard.ahead.some(isOff) ? hear(address, tries - 1) : heard;
  };
  const check = (name: string, heard: Heard, seconds: number) => {
    expect(heard.error, `${name} plays`).toBeNull();
    expect(Math.abs(heard.length - seconds), `${name} is ${heard.length} s long`).toBeLessThan(0.15);
    expect(heard.ahead.filter(isOff), `${name}: what is off at ${places.join(', ')} s`).toEqual([]);
    expect(heard.ends, `${name} plays to its end`).toBe(true);
  };
  for (const { name, id } of tracks) {
    const address = await run<string>(addressScript, id);
    check(name, await hear(address), sweep.seconds);
  }
  const { name, id } = tracks.at(-1)!;
  places[0] = 25;
  check(`the sample of ${name}`, await hear(`/sample/${id}`), 30);
}

test.beforeAll(async ({ playwright }) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-hearing-'));
  const admin = await playwright.request.newContext({ baseURL: url, extraHTTPHeaders: { Origin: url } });
  try {
    const data = { email: demoAccounts.admin, password: demoPassword };
    expect((await admin.post('/api/auth/sign-in/email', { data })).ok()).toBe(true);
    const categories = await (await admin.get('/admin/create-package')).text();
    const [, categoryId] = /<option[^>]*value="([0-9a-z]{26})"[^>]*>TRILHAS/.exec(categories)!;
    const form = { intent: 'save', title: 'Onde o som está', categoryId: categoryId!, isFeatured: 'on' };
    const empty = { description: '', tags: '', googleDriveUrl: '', cover: 'keep' };
    await admin.post('/admin/create-package', { form: { ...form, ...empty }, maxRedirects: 0 });
    const listed = await (await admin.get('/admin/manage-packages?q=Onde+o+som')).text();
    const [, packageId] = /editar=([0-9a-z]{26})/.exec(listed)!;
    for (const [place, [name, parts]] of Object.entries(sounds).entries()) {
      const bytes = bytesOf(folder, name, parts);
      const file = { packageId, name, size: bytes.length, lastModified: place, place, again: true };
      const { id } = await (await admin.post('/uploads/audio', { data: file })).json();
      const headers = { 'Content-Type': 'application/octet-stream' };
      await admin.put(`/uploads/audio/${id}?offset=0`, { data: bytes, headers });
      const finished = await admin.post(`/uploads/audio/${id}/finish`, { data: { again: true } });
      tracks.push({ name, id: (await finished.json()).trackId });
    }
    const measured = async () => {
      const queue = await (await admin.get(`/package/${packageId}/queue`)).json();
      return (queue.tracks as { durationMs: number | null }[]).filter(({ durationMs }) => durationMs).length;
    };
    await expect.poll(measured, { timeout: 120_000 }).toBe(tracks.length);
  } finally {
    await admin.dispose();
    rmSync(folder, { recursive: true });
  }
});

test('F01, F02, B06, B07: Chromium plays the sound of the place that it shows', async ({ page }) => {
  await page.goto('/termos');
  // A click allows sounds.
  await page.locator('h1').click();
  await hearAll((body, ...args) => page.evaluate(asCall(body, args)));
});

test('F01, F02, B06, B07: Firefox plays the sound of the place that it shows', async () => {
  test.skip(firefoxMissing !== null, firefoxMissing ?? '');
  const firefox = await startFirefox(ownPort());
  try {
    await firefox.open(`${url}/termos`);
    await hearAll(firefox.run);
  } finally {
    await firefox.stop();
  }
});

test('F01, F02, B06, B07: WebKit plays the sound of the place that it shows', async () => {
  test.skip(webkitMissing !== null, webkitMissing ?? '');
  const { browser, stop } = await startWebkit(ownPort());
  try {
    await browser.get(`${url}/termos`);
    await browser.manage().setTimeouts({ script: 120_000 });
    await hearAll(async (body, ...args) => {
      // Within a click, which allows sounds.
      await browser.executeScript(`document.addEventListener('click', () => {
        window.answer = ${asCall(body, args)}.catch((error) => ({ error: String(error) }));
      }, { once: true })`);
      await browser.findElement(By.css('h1')).click();
      return browser.executeAsyncScript('window.answer.then(arguments[arguments.length - 1])');
    });
  } finally {
    await stop();
  }
});
