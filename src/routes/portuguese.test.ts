import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { anAdmin, aPackage, aRecordingRequest, aSubscriber, aTrack, aUser } from '#tests/builders.ts';
import { englishIn } from '#tests/english.ts';
import { matrix } from '#tests/matrix.ts';
import { wholeSite } from '#tests/whole-site.ts';

const { app, pages, signIn, ask } = await wholeSite();
const { db } = app;
const subscriber = await aSubscriber(db, { displayName: 'Rádio Serra' });
const pack = await aPackage(db, { kind: 'trilhas', title: 'Sons da serra', tags: ['samba'] });
await aTrack(db, { packageId: pack.id, name: 'Manhã.mp3' });
await aRecordingRequest(db, { userId: subscriber.userId, radioName: 'Rádio Serra' });
await app.bus.publish('catalog');
const people = { visitor: null, listener: await aUser(db), subscriber, admin: await anAdmin(db) };

const things = new Proxy({ packageId: pack.id } as Record<string, string>, {
  get: (known, name: string) => known[name] ?? 'nada',
});
const isPage = new Set(pages.map(({ path }) => path));
const addresses = matrix
  .filter(
    (row) => row.call.startsWith('GET ') && isPage.has(row.call.slice(4)) && !row.call.includes('/dev/'),
  )
  .map((row) => row.at?.(things as never) ?? row.call.slice(4));
const forms = matrix
  .filter((row) => row.call.startsWith('POST ') && isPage.has(row.call.slice(5)))
  .map((row) => row.at?.(things as never) ?? row.call.slice(5));

async function ofWhom(who: keyof typeof people): Promise<HeadersInit> {
  const person = people[who];
  return person ? { Cookie: await signIn(person) } : {};
}

/** The visible and spoken text of a response. */
function readable(html: string): string[] {
  const body = html.replace(/<(script|style|noscript)[\s\S]*?<\/\1>/g, ' ');
  const called = [...body.matchAll(/ (?:alt|title|placeholder|aria-label|aria-valuetext)="([^"]*)"/g)];
  const said = [...body.matchAll(/<meta name="description" content="([^"]*)"/g)];
  return [
    body.replace(/<!-- -->/g, '').replace(/<[^>]+>/g, '\n'),
    ...[...called, ...said].map((one) => one[1]!),
  ];
}

/** What may stand where, which attributes and values exist, and names that must be unique (decision 041). */
const html5 = new HtmlValidate({
  elements: ['html5'],
  rules: Object.fromEntries(
    [
      'attribute-allowed-values',
      'attribute-misuse',
      'close-order',
      'deprecated',
      'element-permitted-content',
      'element-permitted-occurrences',
      'element-permitted-order',
      'element-permitted-parent',
      'element-required-ancestor',
      'element-required-attributes',
      'element-required-content',
      'no-dup-attr',
      'no-dup-id',
      'no-implicit-close',
      'no-unknown-elements',
      'valid-autocomplete',
    ].map((rule) => [rule, 'error']),
  ),
});
const errorsOf = async (html: string) =>
  (await html5.validateString(html)).results.flatMap(({ messages }) =>
    messages.map(({ message, selector }) => `${message} ${selector}`),
  );

const isHtml = ({ headers }: Response) => /html/.test(headers.get('content-type') ?? '');

/** Elements that the browser would validate itself, in its own language. */
const checked =
  /<(?:input|select|textarea)[^>]* (?:required|pattern|minlength|min|max|step)=|type="(?:email|url|number)"/i;
const formsOf = (html: string) => html.match(/<form[\s\S]*?<\/form>/g) ?? [];

describe.each(['visitor', 'listener', 'subscriber', 'admin'] as const)('A11-04: what a %s gets', (who) => {
  it('is valid HTML without a word of English, and no form is left to the messages of the browser', async () => {
    let read = 0;
    for (const path of addresses) {
      const answer = await ask(path, { headers: await ofWhom(who) });
      const html = isHtml(answer) ? await answer.text() : '';
      if (html) read += 1;
      expect.soft(await errorsOf(html), `${path} is valid HTML`).toEqual([]);
      expect.soft(readable(html).flatMap(englishIn), path).toEqual([]);
      const left = formsOf(html).filter(
        (form) => checked.test(form) && !/^<form[^>]* novalidate/i.test(form),
      );
      expect.soft(left, path).toEqual([]);
    }
    // An administrator sees nearly all of them, a visitor at least the public ones.
    expect(read).toBeGreaterThan(who === 'admin' ? addresses.length / 2 : 5);
  });

  it('is no word of English when a form is sent with nothing in it', async () => {
    expect(forms.length).toBeGreaterThan(5);
    for (const path of forms) {
      const body = new URLSearchParams({ nada: '' });
      const answer = await ask(path, { method: 'POST', body, headers: await ofWhom(who) });
      const html = isHtml(answer) ? await answer.text() : '';
      expect.soft(readable(html).flatMap(englishIn), path).toEqual([]);
    }
  });
});

describe('what a page is called', () => {
  it('is one title and one description, which no other page has', async () => {
    // Pictures in the page have titles of their own.
    const headOf = (html: string) => ({
      titles: [
        ...html
          .split('</head>', 1)
          .join()
          .matchAll(/<title>([^<]*)<\/title>/g),
      ].map(([, title]) => title),
      descriptions: [...html.matchAll(/<meta name="description" content="([^"]*)"/g)].map(([, text]) => text),
    });
    const known = new Map<string, string>();
    for (const path of [...addresses, '/auth?modo=cadastro', '/admin/importacoes/xyz', '/category/nada']) {
      const visitors = path.startsWith('/auth');
      const answer = await ask(path, { headers: await ofWhom(visitors ? 'visitor' : 'admin') });
      if (!isHtml(answer)) continue;
      const { titles, descriptions } = headOf(await answer.text());
      expect.soft([titles.length, descriptions.length], path).toEqual([1, 1]);
      if (!answer.ok) continue;
      for (const words of [...titles, ...descriptions]) {
        expect.soft(known.get(words!), `“${words}” of ${path} names another page`).toBeUndefined();
        known.set(words!, path);
      }
    }
    expect(known.size).toBeGreaterThan(50);
  });
});
