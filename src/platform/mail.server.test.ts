import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayError } from './errors.ts';
import { openMailer } from './mail.server.ts';
import { listMails, readMail } from './mail-file.server.ts';

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
