import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand } from '../start-command.ts';

export const password = 'senha-de-medida';

/** The built program, running for a benchmark with its own data. */
export interface Site {
  url: string;
  dataDir: string;
  pid: number;
  /** Milliseconds from the start of the process to the first 200. */
  startedIn: number;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return (address as { port: number }).port;
}

/** Starts the built program. `dataDir` of an earlier site reuses its database; `more` are settings. */
export async function startSite(
  root: string,
  dataDir = mkdtempSync(join(tmpdir(), 'sonoteca-bench-')),
  given: Record<string, string> = {},
): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(startCommand, {
    shell: true,
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'warn',
      ...given,
    },
  });
  await untilAnswers(`${url}/healthz`, child);
  const startedIn = performance.now() - begun;
  return {
    url,
    dataDir,
    // biome-ignore lint/style/noNonNullAssertion: a child that answers has a process id
    pid: child.pid!,
    startedIn,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

export const forgetSite = (site: Site): void => rmSync(site.dataDir, { recursive: true, force: true });

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${url} did not answer`);
}

/** Signs in as a demo account and returns the session's Cookie header. */
export async function signIn(site: Pick<Site, 'url'>, email = 'assinante@sonoteca.local'): Promise<string> {
  const response = await fetch(`${site.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
