import { render, toPlainText } from '@react-email/components';
import type { ReactElement } from 'react';
import type { Mail } from '#platform/mail.ts';
import type { MailSite } from '../letters.ts';

/** A template as a mail in both forms, HTML and text, with the site's name in the subject. */
export async function composeMail(
  to: string,
  subject: string,
  element: ReactElement,
  site: MailSite,
): Promise<Mail> {
  // React marks where texts meet; mail programs need no marks.
  const html = (await render(element)).replaceAll('<!-- -->', '');
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });
  return { to, subject: `${subject} · ${site.name}`, html, text };
}
