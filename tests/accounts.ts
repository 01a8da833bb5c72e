import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { saveAccount } from '#features/accounts/change-account.server.ts';
import { type AuthDeps, openAuth } from '#features/accounts/gateway.server.ts';
import { openViewerReader } from '#features/subscriptions/gates.server.ts';
import type { Clock } from '#platform/clock.ts';
import { mailFolder, openMailer } from '#platform/mail.server.ts';
import { type KeptMail, listMails } from '#platform/mail-file.server.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { cheapPasswords } from './passwords.ts';

/** A clock that tests move forward. Starts at the real time, because better-auth uses that. */
class TestClock implements Clock {
  #ahead = 0;
  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }
  pass(seconds: number): void {
    this.#ahead += seconds * 1000;
  }
}

export const publicUrl = 'http://sonoteca.test';

/** A browser: its cookies. */
export class Visitor {
  readonly #jar = new Map<string, string>();
  readonly address: string;
  constructor(address = `10.${next()}`) {
    this.address = address;
  }
  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }
  take(lines: string[]): void {
    for (const line of lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0/i.test(line)) this.#jar.delete(name!);
      else this.#jar.set(name!, value!);
    }
  }
  /** A request of this browser, as our server passes it on. */
  request(path: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    headers.set('host', 'sonoteca.test');
    headers.set('x-client-address', this.address);
    if (this.cookie) headers.set('cookie', this.cookie);
    return new Request(publicUrl + path, { ...init, headers });
  }
}

let count = 0;
const next = () => {
  count += 1;
  return `${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
};

/** Minimum response time in milliseconds, shorter than in production. */
export const evenTime = 100;

/** The accounts on their own database, with mails in a folder. */
export async function testAccounts(
  options: Partial<AuthDeps> & { url?: string; requireTwoFactor?: boolean } = {},
) {
  const database: TestDatabase = await testDatabase();
  const clock = new TestClock();
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
  const settings = {
    PUBLIC_URL: options.url ?? publicUrl,
    DATA_DIR: folder,
    SESSION_SECRET: undefined,
    SITE_NAME: 'Sonoteca',
    SMTP_URL: undefined,
    MAIL_FROM: 'Sonoteca <nao-responda@sonoteca.local>',
  };
  const { db, bus, log } = database;
  const mail = openMailer(settings, log);
  const site = { db, settings, mail, bus, clock, log };
  const auth = await openAuth({ ...site, passwords: cheapPasswords, evenTime: 0, ...options });
  afterAll(async () => {
    await auth.settled();
    rmSync(folder, { recursive: true, force: true });
  });
  const { requireTwoFactor = false } = options;
  const viewers = openViewerReader({ db, auth, bus, clock, requireTwoFactor });
  const deps = { db, auth, bus, clock, settings };

  /** Mails to an address, newest first, after background work has ended. */
  async function mailsTo(address: string): Promise<KeptMail[]> {
    await auth.settled();
    return (await listMails(mailFolder(settings))).filter(({ to }) => to === address);
  }
  async function post(visitor: Visitor, path: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await auth.handle(
      visitor.request(`/api/auth${path}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    );
    visitor.take(response.headers.getSetCookie());
    return response;
  }
  /** A confirmed account without a session. */
  async function confirmed(email: string, password = 'segredo-1'): Promise<Visitor> {
    await saveAccount(deps, { email, password, role: 'user' });
    return new Visitor();
  }
  /** The same, signed in. */
  async function signedIn(email: string, password = 'segredo-1'): Promise<Visitor> {
    const visitor = await confirmed(email, password);
    await post(visitor, '/sign-in/email', { email, password });
    return visitor;
  }
  return { ...database, ...deps, mail, folder, viewers, mailsTo, post, confirmed, signedIn };
}
