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
  const text = toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      // A row of facts is a line of its own.
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ],
  }).replace(/\n{3,}/g, '\n\n');
  return { to, subject: `${subject} · ${site.name}`, html, text };
}
