import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayError } from './errors.ts';
import { openMailer } from './mail.server.ts';
import { mailJob } from './mail.ts';
import { listMails, readMail } from './mail-file.server.ts';
import { openSmtpMailer, patience } from './mail-smtp.server.ts';

const log = pino({ level: 'silent' });
const MAIL_FROM = 'Sonoteca <nao-responda@sonoteca.local>';
const mail = {
  to: 'maria@exemplo.com.br',
  subject: 'Confirme seu e-mail, João & Cia',
  html: '<p>Olá! <a href="http://localhost:3000/verify?token=a.b&amp;x=1">Confirmar</a></p>',
  text: 'Olá! Confirme em http://localhost:3000/verify?token=a.b&x=1.',
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonoteca-mail-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('without SMTP_URL', () => {
  it('keeps each mail as it would be sent, with its links, newest first, for this account only', async () => {
    const mailer = openMailer({ DATA_DIR: folder, SMTP_URL: undefined, MAIL_FROM }, log);
    expect(await listMails(join(folder, 'mail'))).toEqual([]);
    await mailer.send(mail);
    await mailer.send({ ...mail, subject: 'Segundo' });
    const mails = await listMails(join(folder, 'mail'));
    expect(mails.map((kept) => kept.subject)).toEqual(['Segundo', mail.subject]);
    expect(mails[1]).toMatchObject({ ...mail, links: ['http://localhost:3000/verify?token=a.b&x=1'] });
    expect(await readMail(join(folder, 'mail'), mails[1]!.id)).toEqual(mails[1]);
    const path = join(folder, 'mail', `${mails[1]!.id}.eml`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const eml = await readFile(path, 'utf8');
    expect(eml).toMatch(/^To: maria@exemplo.com.br$/m);
    expect(eml).toContain('multipart/alternative');
    expect((await readdir(join(folder, 'mail'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each(['../../etc/passwd', '', 'x', '20261121T120000000Z-../x'])('finds no mail by %j', async (id) => {
    expect(await readMail(join(folder, 'mail'), id)).toBeNull();
  });
});

async function withServer(options: SMTPServerOptions, run: (url: string) => Promise<void>): Promise<void> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  try {
    await run(`smtp://127.0.0.1:${port}`);
  } finally {
    await new Promise<void>((resolve) => {
      server.close(resolve);
    });
  }
}

const send = (SMTP_URL: string) => openMailer({ DATA_DIR: folder, SMTP_URL, MAIL_FROM }, log).send(mail);
const refuse = (responseCode: number) => Object.assign(new Error('refused'), { responseCode });

describe('with SMTP_URL', () => {
  it('hands the mail to the server', async () => {
    const got: { to: string[]; body: string }[] = [];
    const onData: SMTPServerOptions['onData'] = (stream, session, done) => {
      let body = '';
      stream.on('data', (chunk: Buffer) => {
        body += chunk;
      });
      stream.on('end', () => {
        got.push({ to: session.envelope.rcptTo.map((to) => to.address), body });
        done();
      });
    };
    await withServer({ onData }, send);
    expect(got.map((one) => one.to)).toEqual([['maria@exemplo.com.br']]);
    expect(got[0]!.body).toContain('From: Sonoteca <nao-responda@sonoteca.local>');
  });

  it.each([
    [451, true],
    [550, false],
  ])('a refusal with %i may pass: %s', async (code, retryable) => {
    await withServer({ onRcptTo: (_address, _session, done) => done(refuse(code)) }, async (url) => {
      const error = await send(url).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(GatewayError);
      expect(error).toMatchObject({ retryable });
      expect((error as Error).message).not.toContain('maria');
    });
  });

  it('a server that is not there may come back', async () => {
    await withServer({}, async () => {});
    await expect(send('smtp://127.0.0.1:1')).rejects.toMatchObject({ name: 'GatewayError', retryable: true });
  });

  it('wrong credentials do not get better', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => done(refuse(535));
    await withServer({ onAuth, authOptional: false, allowInsecureAuth: true }, async (url) => {
      await expect(send(url.replace('smtp://', 'smtp://user:wrong@'))).rejects.toMatchObject({
        retryable: false,
      });
    });
  });
});

describe('F08: a server that is slow to confirm (RFC 5321, 4.5.3.2.6)', () => {
  /** Takes a whole mail, and says so after a while; null: never. */
  const slow = (milliseconds: number | null, got: string[]): SMTPServerOptions => ({
    onData(stream, _session, done) {
      let body = '';
      stream.on('data', (chunk: Buffer) => {
        body += chunk;
      });
      stream.on('end', () => {
        got.push(/^Message-ID: (.*)$/im.exec(body)?.[1]?.trim() ?? '');
        if (milliseconds !== null) setTimeout(done, milliseconds);
      });
    },
  });
  const trying = (url: string, patience: { beforeMail: number; silence: number }) =>
    openSmtpMailer({ url, from: MAIL_FROM, log, patience }).send({ ...mail, key: 'welcome:1' });

  it('gets a mail once, also when it takes longer for it than for all that comes before', async () => {
    const got: string[] = [];
    await withServer(slow(700, got), (url) => trying(url, { beforeMail: 400, silence: 5000 }));
    expect(got).toHaveLength(1);
  });

  it('that never confirms gets it no second time: the failure is lasting', async () => {
    const got: string[] = [];
    await withServer({ ...slow(null, got), closeTimeout: 10 }, async (url) => {
      const failure = trying(url, { beforeMail: 5000, silence: 300 });
      await expect(failure).rejects.toMatchObject({
        message: 'mail server: no answer to the whole mail',
        retryable: false,
      });
    });
    expect(got).toHaveLength(1);
  });

  it('that is silent before it has the mail is asked again, after a shorter while', async () => {
    await withServer({ onRcptTo: () => {}, closeTimeout: 10 }, async (url) => {
      const failure = trying(url, { beforeMail: 300, silence: 60_000 });
      await expect(failure).rejects.toMatchObject({ name: 'GatewayError', retryable: true });
    });
  });

  it('that breaks off behind the mail is asked again, with the same Message-ID', async () => {
    const got: string[] = [];
    let sessions = 0;
    const { onData } = slow(0, got);
    const breaking: SMTPServerOptions['onData'] = (stream, session, done) => {
      const isFirst = sessions++ === 0;
      // A server that falls behind the last byte.
      const fall = () => done(Object.assign(new Error('falls'), { responseCode: 421 }));
      onData!(stream, session, isFirst ? fall : done);
    };
    await withServer({ onData: breaking }, async (url) => {
      const patience = { beforeMail: 5000, silence: 5000 };
      await expect(trying(url, patience)).rejects.toMatchObject({ retryable: true });
      await trying(url, patience);
    });
    expect(got[0]).toMatch(/^<[0-9a-f]{40}@sonoteca.local>$/);
    expect(got).toEqual([got[0], got[0]]);
  });

  it('is waited for ten minutes, and the queue waits longer than the mailer does', () => {
    const { beforeMail, silence } = patience;
    expect(silence).toBeGreaterThan(10 * 60_000);
    expect(mailJob.timeoutSeconds * 1000).toBeGreaterThan(beforeMail + 3 * silence);
    const senders = globSync('src/**/*.ts').filter(
      (path) => !path.includes('.test.') && /\bmail\.send\(/.test(readFileSync(path, 'utf8')),
    );
    const jobs = globSync('src/**/*.ts').filter((path) => /\.\.\.mailJob\b/.test(readFileSync(path, 'utf8')));
    const folders = (paths: string[]) => new Set(paths.map((path) => path.split('/')[2]));
    // The test mail of an administrator is sent at once.
    expect(new Set([...folders(jobs), 'support'])).toEqual(folders(senders));
  });
});
