import type { ReactElement } from 'react';
import type { z } from 'zod';
import type { Mail } from '#platform/mail.ts';
import type { MailSite } from '../letters.ts';
import { composeMail } from './compose.ts';
import { saidFacts, withoutAddresses } from './without-addresses.ts';

/** Recipient of a mail; the name may be empty. */
interface Addressee {
  email: string;
  name: string;
}

interface MailDefinition<Schema extends z.ZodType> {
  /** When it is sent, for administrators. */
  when: string;
  /** What it tells, as its job carries it. */
  facts: Schema;
  /** Invented facts, for a look at it. */
  example: z.input<Schema>;
  subject: string | ((facts: z.output<Schema>) => string);
  body: (given: { name: string; site: MailSite; facts: z.output<Schema> }) => ReactElement;
}

export interface Template<Schema extends z.ZodType = z.ZodType> {
  when: string;
  /** Only for the types of those that send it. */
  facts: Schema;
  example: z.input<Schema>;
  /** @throws ZodError when these are not its facts */
  render(to: Addressee, facts: unknown, site: MailSite): Promise<Mail>;
}

/** One mail: facts, subject and text. Its feature's table lists it. Text that people wrote never becomes a link. */
export const mail = <Schema extends z.ZodType>(definition: MailDefinition<Schema>): Template<Schema> => ({
  when: definition.when,
  facts: definition.facts,
  example: definition.example,
  render(to, given, site) {
    const facts = saidFacts(definition.facts.parse(given));
    const subject = typeof definition.subject === 'string' ? definition.subject : definition.subject(facts);
    return composeMail(
      to.email,
      subject,
      definition.body({ name: withoutAddresses(to.name), site, facts }),
      site,
    );
  },
});

/** The facts of each mail of a table, by its kind. */
export type FactsOf<Mails extends Record<string, Template>> = {
  [K in keyof Mails]: { kind: K } & z.input<Mails[K]['facts']>;
}[keyof Mails];
