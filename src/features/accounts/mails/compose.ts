import { render, toPlainText } from '@react-email/components';
import type { ReactElement } from 'react';
import type { Mail } from '#platform/mail.ts';
import type { MailSite } from '../letters.ts';

/** Renders a template as HTML and text, with the site's name in the subject. */
export async function composeMail(
  to: string,
  subject: string,
  element: ReactElement,
  site: MailSite,
): Promise<Mail> {
  // React separates adjacent texts with comments; mail programs need none.
  const html = (await render(element)).replaceAll('<!-- -->', '');
  const text = toPlainText(html, {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      // A row of facts becomes a line.
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ],
  }).replace(/\n{3,}/g, '\n\n');
  return { to, subject: `${subject} · ${site.name}`, html, text };
}
