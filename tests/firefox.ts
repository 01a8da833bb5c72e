import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingProgram } from './programs.ts';

/** Why this machine has no Firefox; null when it has one. CI requires one. */
export const firefoxMissing = missingProgram('firefox');

/** A page's script may start sounds, and nothing is asked of Mozilla. */
const preferences = {
  'media.autoplay.default': 0,
  'media.autoplay.blocking_policy': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

export interface Firefox {
  open(url: string): Promise<void>;
  /** Runs the body of an asynchronous function in the page. @returns what it returns, as JSON */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Starts Firefox without a window, driven by Marionette, its own protocol. Without a sound card its Web Audio stands still:
 * it plays into a sound server of its own that has none. @param port a free one
 */
export async function startFirefox(port: number): Promise<Firefox> {
  const folder = mkdtempSync(join(tmpdir(), 'sonoteca-firefox-'));
  const lines = Object.entries({ ...preferences, 'marionette.port': port }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(folder, 'user.js'), lines.join('\n'));
  const socketPath = join(folder, 'pulse-socket');
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_SERVER: `unix:${socketPath}` };
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socketPath}`];
  const sink = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--disable-shm', '--use-pid-file=no'];
  const children = [
    spawn('pulseaudio', [...sink, ...modules.flatMap((module) => ['-L', module])], { stdio: 'ignore', env }),
    spawn('firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', folder], {
      stdio: 'ignore',
      env,
    }),
  ];
  const ended = children.map((child) => once(child, 'exit'));
  const isAlive = () => children.every(({ exitCode }) => exitCode === null);
  const end = async () => {
    for (const child of children) child.kill();
    await Promise.all(ended);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const socket = await reach(port, isAlive);
    const call = await openMarionette(socket);
    await call('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
    await call('WebDriver:SetTimeouts', { script: 300_000, pageLoad: 60_000 });
    return {
      open: async (url) => {
        await call('WebDriver:Navigate', { url });
      },
      run: async <T>(body: string, ...args: unknown[]) => {
        const script = `const done = arguments[arguments.length - 1];
          (async (...args) => { ${body} })(...arguments).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const { value } = (await call('WebDriver:ExecuteAsyncScript', { script, args })) as {
          value: { value: T } | { error: string };
        };
        if ('error' in value) throw new Error(value.error);
        return value.value;
      },
      stop: async () => {
        socket.destroy();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Connects once Firefox listens. */
async function reach(port: number, isAlive: () => boolean): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
    if (!isAlive()) throw new Error('Firefox has ended');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

type Call = (name: string, parameters: object) => Promise<unknown>;

/** Marionette's messages are `length:json`; calls are `[0, id, name, parameters]`, answers `[1, id, error, result]`. */
async function openMarionette(socket: Socket): Promise<Call> {
  let bytes = Buffer.alloc(0);
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const hello = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        const colon = bytes.indexOf(58);
        const length = colon < 0 ? Number.NaN : Number(bytes.toString('latin1', 0, colon));
        if (!(bytes.length >= colon + 1 + length)) return;
        const message: unknown = JSON.parse(bytes.toString('utf8', colon + 1, colon + 1 + length));
        bytes = bytes.subarray(colon + 1 + length);
        if (!Array.isArray(message)) {
          resolve();
          continue;
        }
        const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
        const call = waiting.get(id);
        waiting.delete(id);
        if (error) call?.reject(new Error(error.message));
        else call?.resolve(result);
      }
    });
  });
  const fail = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection'));
  };
  socket.on('close', fail);
  await hello;
  let last = 0;
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      const message = JSON.stringify([0, last, name, parameters]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
}
