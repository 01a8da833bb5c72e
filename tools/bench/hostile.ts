import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { matrix, type Things } from '#tests/matrix.ts';
import type { HostileReport } from './hostile-sender.ts';
import { memoryOf, nodeProcessesOf } from './process.ts';
import { type Figure, least, most, percentile } from './report.ts';
import { forgetSite, password, type Site, signIn, startSite } from './site.ts';

/**
 * Milliseconds between two requests of each kind. Memory is not read in step with the sign-ins: a password that is being
 * hashed takes 32 MB, in the quiet run too.
 */
const beats = { health: 20, signIn: 250, memory: 330 };
const quietTime = 15_000;
/** Sides in pixels of the valid but too large pictures. */
const side = 7000;

interface Watched {
  health: number[];
  signIns: number[];
  failures: number;
  /** Largest proportional set size of the site's Node processes, in MB, and of each of them at that moment. */
  memory: number;
  parts: number[];
}

/**
 * Sends hundreds of kinds of hostile bodies and files to every address that takes a body, as visitor, listener and
 * (for files) administrator; meanwhile somebody signs in and a supervisor asks for /healthz.
 */
export async function benchHostile(root: string): Promise<Figure[]> {
  const site = await startSite(root, undefined, { TRUST_PROXY: 'true' });
  try {
    const things = await makeThings(site);
    await seeEveryPage(site, things);
    await watch(site, pause(5_000)); // first-time work is done
    const quiet = await watch(site, pause(quietTime));
    const sender = new Worker(new URL('hostile-sender.ts', import.meta.url), {
      workerData: { url: site.url, things, side },
    });
    await once(sender, 'message'); // its bodies are made
    const ended = once(sender, 'message') as Promise<[HostileReport]>;
    const loaded = await watch(site, ended);
    const [report] = await ended;
    for (const [title, lines] of Object.entries({
      fault: report.faults,
      lost: report.lost,
      slow: report.slowest,
    }))
      for (const line of lines.slice(0, 20)) console.log(`hostile, ${title}: ${line}`);
    return figuresOf(quiet, loaded, report);
  } finally {
    await site.stop();
    forgetSite(site);
  }
}

/** Asks for every page as each role: memory is compared with that of a site in use, not of one that nobody has seen. */
export async function seeEveryPage(site: Site, things: Things): Promise<void> {
  const paths = matrix
    .filter(({ call }) => call.startsWith('GET ') && !call.includes('sair'))
    .map(({ call, at }) => at?.(things) ?? call.slice('GET '.length));
  for (const email of ['ouvinte', 'assinante', 'admin'].map((name) => `${name}@sonoteca.local`)) {
    const headers = { Cookie: await signIn(site, email) };
    for (const path of paths) {
      const answer = await fetch(site.url + path, { headers, redirect: 'manual' });
      // Events never end.
      if (answer.headers.get('Content-Type')?.startsWith('text/event-stream')) await answer.body?.cancel();
      else await answer.arrayBuffer();
    }
  }
}

export const sumOf = ({ memory, parts }: Watched): string =>
  `${Math.round(memory)} MB (${parts.map((part) => Math.round(part)).join(' + ')})`;

function figuresOf(quiet: Watched, loaded: Watched, report: HostileReport): Figure[] {
  const [idle, busy] = [percentile(quiet.health, 0.99), percentile(loaded.health, 0.99)];
  return [
    least(
      'hostile bodies: kinds',
      report.kinds,
      'kinds',
      500,
      `${report.sent} sent to ${report.addresses} addresses`,
    ),
    most(
      'hostile bodies: sign-in p95',
      percentile(loaded.signIns, 0.95),
      'ms',
      1000,
      `${loaded.signIns.length} sign-ins, without load ${Math.round(percentile(quiet.signIns, 0.95))} ms`,
    ),
    most(
      'hostile bodies: sign-ins that failed',
      loaded.failures,
      'answers',
      0,
      'or questions for the health',
    ),
    most(
      'hostile bodies: /healthz p99 beside a quiet run',
      busy - idle,
      'ms',
      100,
      `${idle.toFixed(1)} ms before, ${busy.toFixed(1)} ms meanwhile`,
    ),
    most(
      'hostile bodies: memory',
      loaded.memory - quiet.memory,
      'MB',
      100,
      `PSS of Node, before ${sumOf(quiet)}, at most ${sumOf(loaded)}`,
    ),
    most('hostile bodies: faults', report.faults.length, 'answers', 0, 'answers of 500 and more'),
    most(
      'hostile bodies: lost connections',
      report.lost.length,
      'answers',
      0,
      'ended without a whole answer',
    ),
  ];
}

/** Repeats each request at its interval until `until` settles. */
export async function watch(site: Site, until: Promise<unknown>, from = '192.0.2.1'): Promise<Watched> {
  const agent = new Agent({ keepAlive: true });
  const watched: Watched = { health: [], signIns: [], failures: 0, memory: 0, parts: [] };
  let isDone = false;
  const every = async (beat: number, ask: () => Promise<void>) => {
    while (!isDone) {
      const next = performance.now() + beat;
      await ask();
      await pause(Math.max(0, next - performance.now()));
    }
  };
  const timed = (times: number[], path: string, body?: object) => async () => {
    const began = performance.now();
    const status = await ask(site, agent, { path, body, from });
    times.push(performance.now() - began);
    if (status !== 200) watched.failures += 1;
  };
  const credentials = { email: 'assinante@sonoteca.local', password };
  const asking = [
    every(beats.health, timed(watched.health, '/healthz')),
    every(beats.signIn, timed(watched.signIns, '/api/auth/sign-in/email', credentials)),
    every(beats.memory, async () => {
      const parts = nodeProcessesOf(site).map((pid) => memoryOf([pid]));
      const memory = parts.reduce((sum, part) => sum + part, 0);
      if (memory > watched.memory) Object.assign(watched, { memory, parts });
    }),
  ];
  await until;
  isDone = true;
  await Promise.all(asking);
  agent.destroy();
  return watched;
}

/** The status of a response; 0 without one. */
function ask(
  site: Site,
  agent: Agent,
  { path, body, from }: { path: string; body: object | undefined; from: string },
): Promise<number> {
  const { hostname, port } = new URL(site.url);
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
  return new Promise((resolve) => {
    request({ hostname, port, agent, path, method: body ? 'POST' : 'GET', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', () => resolve(0))
      .end(body && JSON.stringify(body));
  });
}

/** What a listener can own: an open checkout. Everything else that addresses name does not exist. */
export async function makeThings(site: Site): Promise<Things> {
  const nothing = 'nada';
  const cookie = await signIn(site, 'ouvinte@sonoteca.local');
  const answer = await fetch(`${site.url}/functions/create-checkout`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ price_id: 'price_anual' }),
  });
  const { url } = (await answer.json()) as { url: string };
  return {
    packageId: nothing,
    trackId: nothing,
    checkoutId: new URL(url).pathname.split('/').at(-1) ?? nothing,
    customerId: nothing,
    requestId: nothing,
    importId: nothing,
    projectId: nothing,
    licenceId: nothing,
    userId: nothing,
    deliveryId: nothing,
  };
}
