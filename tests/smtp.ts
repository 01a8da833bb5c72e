import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

/** A mail server that accepts every mail, until it is told to refuse. */
export async function smtpStandIn() {
  let refusal: Error | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusal),
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  afterAll(stop);
  const { port } = server.server.address() as AddressInfo;
  return {
    settings: {
      DATA_DIR: '/nonexistent',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Sonoteca <nao-responda@sonoteca.local>',
    },
    refuse(code: number, text: string): void {
      refusal = Object.assign(new Error(text), { responseCode: code });
    },
    accept(): void {
      refusal = null;
    },
    stop,
  };
}
