import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { newId } from './ids.ts';
import type { Logger } from './log.server.ts';
import type { Mail, Mailer } from './mail.ts';

const keptMailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  links: z.array(z.string()),
  sentAt: z.string(),
});

export type KeptMail = z.infer<typeof keptMailSchema> & { id: string };

/** A time and an id; no other file is ever read from the folder. */
const idPattern = /^\d{8}T\d{9}Z-[0-9a-z]{26}$/;

/** Stores mails as `<id>.eml` and `<id>.json`, for machines without a mail server; listed when both exist. */
export function openFileMailer(options: { folder: string; from: string; log: Logger }): Mailer {
  let last = 0;
  return {
    async send(mail) {
      // Unique milliseconds, so that names sort in the order of sending.
      last = Math.max(last + 1, Date.now());
      const sentAt = new Date(last).toISOString();
      const id = `${sentAt.replace(/[-:.]/g, '')}-${newId()}`;
      // Loaded late: most processes send no mail.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail({ from: options.from, ...mail });
      await mkdir(options.folder, { recursive: true });
      const { to, subject, html, text } = mail;
      const kept = { to, subject, html, text, links: linksOf(mail), sentAt };
      await writeWhole(join(options.folder, `${id}.eml`), message as Buffer);
      await writeWhole(join(options.folder, `${id}.json`), JSON.stringify(kept, null, 2));
      options.log.debug({ id }, 'e-mail gravado');
    },
  };
}

/** Readable by this account only: mails contain links that sign people in. */
async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

function linksOf({ html, text }: Mail): string[] {
  const inHtml = [...html.matchAll(/\bhref\s*=\s*["'](https?:[^"']+)["']/gi)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map((match) =>
    match[0].replace(/[.,;)]+$/, ''),
  );
  return [...new Set([...inHtml, ...inText])];
}

/** The newest mails of a folder, newest first; empty when there is no folder. */
export async function listMails(folder: string, limit = 200): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  const newest = ids
    .filter((id) => idPattern.test(id))
    .sort()
    .reverse()
    .slice(0, limit);
  const mails = await Promise.all(newest.map((id) => readMail(folder, id)));
  return mails.filter((mail) => mail !== null);
}

/** One mail, or null. */
export async function readMail(folder: string, id: string): Promise<KeptMail | null> {
  if (!idPattern.test(id)) return null;
  const content = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => null);
  return content === null ? null : { id, ...keptMailSchema.parse(JSON.parse(content)) };
}
