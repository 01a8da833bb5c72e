import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { hostileAddresses } from '#tests/hostile/addresses.ts';
import { hostileCases } from '#tests/hostile/cases.ts';
import { hostileSender, together } from '#tests/hostile/send.ts';
import type { Things } from '#tests/matrix.ts';
import { signIn } from './site.ts';

/** What `npm run bench -- hostile` sends, in its own thread so that sending does not delay the measurement. */
export interface HostileReport {
  kinds: number;
  addresses: number;
  sent: number;
  /** Responses of 500 and above, as text. */
  faults: string[];
  /** Connections that ended without a complete response, as text. */
  lost: string[];
  /** The slowest responses, as text. */
  slowest: string[];
}

const { url, things, side } = workerData as { url: string; things: Things; side: number };
/** Addresses in parallel, and bodies in parallel per address. */
const lanes = [4, 4] as const;
/** Connections that begin a form and send one byte a second. */
const dribblers = 100;

const cases = await hostileCases(side);
const addresses = hostileAddresses(things);
const { send, close } = hostileSender(url, lanes[0] * lanes[1]);
const report: HostileReport = {
  kinds: cases.length,
  addresses: addresses.length,
  sent: 0,
  faults: [],
  lost: [],
  slowest: [],
};
const times: [milliseconds: number, words: string][] = [];
parentPort?.postMessage('ready');

const open = beginToDribble();
await together(addresses, lanes[0], async (address) => {
  // One session per address, because some addresses end the session.
  const cookies = ['', await signIn({ url }, 'ouvinte@sonoteca.local')];
  if (address.isUpload) cookies.push(await signIn({ url }, 'admin@sonoteca.local'));
  // A page's address and that of its data lead to the same action: they share the kinds of bodies.
  const part = cases.filter((_, at) => !address.isPage || (at % 2 === 0) === address.path.endsWith('.data'));
  const all = cookies.flatMap((cookie) => part.map((one) => ({ cookie, one })));
  await together(all, lanes[1], async ({ cookie, one }) => {
    const fate = await send(address, one, cookie);
    report.sent += 1;
    if (one.leaves) return;
    const words = `${address.method} ${address.path}, ${one.name}: ${fate.status} ${fate.text.slice(0, 150)}`;
    if (fate.status === 0) report.lost.push(words);
    if (fate.status >= 500) report.faults.push(words);
    times.push([fate.milliseconds, words]);
  });
});
close();
for (const socket of open) socket.destroy();
report.slowest = times
  .toSorted(([a], [b]) => b - a)
  .slice(0, 10)
  .map(([milliseconds, words]) => `${Math.round(milliseconds)} ms: ${words}`);
parentPort?.postMessage(report);

function beginToDribble(): Socket[] {
  const { hostname, port } = new URL(url);
  return Array.from({ length: dribblers }, () => {
    const socket = connect(Number(port), hostname);
    const type = 'Content-Type: application/x-www-form-urlencoded';
    socket.write(`POST /auth HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 60000\r\n\r\nemail=`);
    const timer = setInterval(() => socket.write('x'), 1000);
    return socket.on('error', () => {}).on('close', () => clearInterval(timer));
  });
}
