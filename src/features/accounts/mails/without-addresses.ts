/** Names of facts that are addresses by what they mean. */
const addresses = new Set(['url', 'newEmail']);

/**
 * A text of a person as mail programs must not link it: without schemes, and with '·' for the dots of host names
 * ('visite http://evil.example' becomes 'visite evil·example').
 */
export const withoutAddresses = (text: string): string =>
  text
    .replace(/[a-z][a-z\d+.-]*:\/+/gi, '')
    .replace(/(?<=[\p{L}\p{N}_-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-])/gu, '·');

/** The facts of a mail, each text without addresses. */
export const saidFacts = <T>(facts: T): T =>
  facts === null || typeof facts !== 'object'
    ? facts
    : (Object.fromEntries(
        Object.entries(facts).map(([name, fact]) => [
          name,
          typeof fact === 'string' && !addresses.has(name) && !isTime.test(fact)
            ? withoutAddresses(fact)
            : fact,
        ]),
      ) as T);

const isTime = /^\d{4}-\d\d-\d\dT/;
