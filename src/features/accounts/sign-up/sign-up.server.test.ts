import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { profiles, users } from '#db/schema/accounts.ts';
import { testAccounts, Visitor } from '#tests/accounts.ts';

const site = await testAccounts();
const { db, auth, post, mailsTo, confirmed } = site;

const statusOf = async (visitor: Visitor, path: string, body: object) =>
  (await post(visitor, path, body)).status;
const signUp = (visitor: Visitor, email: string, password: string, name = '') =>
  statusOf(visitor, '/sign-up/email', { email, password, name });
const login = (visitor: Visitor, email: string, password: string) =>
  statusOf(visitor, '/sign-in/email', { email, password });

/** The secrets of all confirmation links in a mailbox, newest first. */
const tokensOf = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).flatMap(({ links }) =>
    links.flatMap((link) => new URL(link).searchParams.get('token') ?? []),
  );
/** Follows a link as the mailbox's owner, and chooses a password when asked. */
async function follow(visitor: Visitor, token: string, password: string): Promise<string> {
  const fate = await auth.confirmEmail(token, visitor.request('/email-confirmed'));
  if (fate !== 'choose') return fate;
  const status = await statusOf(visitor, '/reset-password', { token, newPassword: password });
  return status === 200 ? 'chosen' : 'refused';
}

describe('A-25: signing up in another’s name', () => {
  it('six times leaves the owner his own mail, and his own link his own password', async () => {
    const email = 'dona@radio.com';
    for (let i = 0; i < 6; i++) expect(await signUp(new Visitor(), email, 'do-estranho')).toBe(200);
    const owner = new Visitor();
    expect(await signUp(owner, email, 'da-dona')).toBe(200);
    const tokens = await tokensOf(email);
    expect(tokens).toHaveLength(7);
    expect(await follow(owner, tokens[0]!, 'da-dona')).toBe('confirmed');
    expect(await login(new Visitor(), email, 'do-estranho')).toBe(401);
    expect(await login(new Visitor(), email, 'da-dona')).toBe(200);
  });

  it('never gives the password away with the click on a stranger’s link, and no name either', async () => {
    const email = 'curiosa@radio.com';
    const stranger = new Visitor();
    await signUp(stranger, email, 'do-estranho', 'Bobão');
    const [token] = await tokensOf(email);
    const owner = new Visitor();
    expect(await auth.confirmEmail(token!, owner.request('/'))).toBe('choose');
    expect(await login(stranger, email, 'do-estranho')).toBe(403);
    expect(await follow(owner, token!, 'da-dona')).toBe('chosen');
    expect(await login(stranger, email, 'do-estranho')).toBe(401);
    expect(await login(owner, email, 'da-dona')).toBe(200);
    const [profile] = await db
      .select({ name: profiles.displayName })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(eq(users.email, email));
    expect(profile).toEqual({ name: '' });
  });

  it('is limited by where it comes from, and said so: an answer without a mail does not exist', async () => {
    const email = 'cheia@radio.com';
    const stranger = new Visitor();
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push(await signUp(stranger, email, 'do-estranho'));
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect(await signUp(new Visitor(), email, 'da-dona')).toBe(200);
    expect(await mailsTo(email)).toHaveLength(11);
    for (let i = 0; i < 19; i++) expect(await signUp(new Visitor(), email, 'de-muitos')).toBe(200);
    expect(await signUp(new Visitor(), email, 'de-muitos')).toBe(429);
  });

  it('leaves recovery to the owner where he was signed in before', async () => {
    const email = 'recupera@radio.com';
    const owner = await confirmed(email);
    await login(owner, email, 'segredo-1');
    const ask = (visitor: Visitor) => statusOf(visitor, '/request-password-reset', { email });
    for (let i = 0; i < 30; i++) expect(await ask(new Visitor())).toBe(200);
    expect(await ask(new Visitor())).toBe(429);
    expect(await ask(owner)).toBe(200);
    expect(await ask(new Visitor(owner.address))).toBe(200);
    expect(await mailsTo(email)).toHaveLength(32);
  });

  it('does not tell whether there was an account, not by signing in with what was tried either', async () => {
    await confirmed('tem-conta@radio.com');
    const seen = [];
    for (const email of ['tem-conta@radio.com', 'nao-tem@radio.com']) {
      const stranger = new Visitor();
      const answers = [];
      for (const [path, body] of [
        ['/sign-up/email', { email, password: 'do-estranho' }],
        ['/sign-up/email', { email, password: 'do-estranho-2' }],
        ['/sign-in/email', { email, password: 'do-estranho' }],
        ['/sign-in/email', { email, password: 'do-estranho-2' }],
        ['/sign-in/email', { email, password: 'errada' }],
        ['/send-verification-email', { email }],
      ] as const) {
        const answer = await post(stranger, path, body);
        answers.push([answer.status, await answer.text(), answer.headers.getSetCookie().length]);
      }
      seen.push(answers);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]!.map(([status]) => status)).toEqual([200, 200, 403, 403, 401, 200]);
  });
});

/** Deterministic pseudo-random integers from 0 to below `n`. */
function dice(seed: number): (n: number) => number {
  let state = seed + 1;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

describe('A-25: whatever the order of sign-ups, resends and confirmations', () => {
  it.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'only who reads the mailbox gets in: %i',
    async (seed) => {
      const roll = dice(seed);
      const email = `ordem-${seed}@radio.com`;
      const own = 'da-dona';
      const owner = { pc: new Visitor(), phone: new Visitor() };
      const strangers = [new Visitor(), new Visitor()];
      const ownBrowser = () => [owner.pc, owner.phone][roll(2)]!;
      let isIn = false;
      /** The answer promises a mail, so one must be sent. */
      const withMail = async (ask: () => Promise<number>) => {
        const before = (await mailsTo(email)).length;
        if ((await ask()) === 200) expect(await mailsTo(email)).toHaveLength(before + 1);
      };
      const steps = [
        () => withMail(() => signUp(ownBrowser(), email, own)),
        () => signUp(strangers[roll(2)]!, email, `do-estranho-${roll(2)}`),
        () => statusOf(strangers[roll(2)]!, '/send-verification-email', { email }),
        async () => {
          const exists = (await tokensOf(email)).length > 0;
          const ask = () => statusOf(ownBrowser(), '/send-verification-email', { email });
          await (isIn || !exists ? ask() : withMail(ask));
        },
        async () => {
          const tokens = await tokensOf(email);
          if (tokens.length === 0) return;
          const fate = await follow(ownBrowser(), tokens[roll(tokens.length)]!, own);
          expect(fate).toMatch(isIn ? /^used$/ : /^(confirmed|chosen)$/);
          isIn = true;
        },
      ];
      const tries = strangers.flatMap((stranger) =>
        ['do-estranho-0', 'do-estranho-1', own].map((tried) => ({ stranger, tried })),
      );
      const refuse = async ({ stranger, tried }: (typeof tries)[number]) => {
        if (tried !== own || !isIn) expect(await login(stranger, email, tried)).not.toBe(200);
      };
      for (let step = 0; step < 7; step++) {
        await steps[roll(steps.length)]!();
        await refuse(tries[roll(tries.length)]!);
      }
      for (const each of tries) await refuse(each);
      if (!isIn) {
        await signUp(owner.pc, email, own);
        expect(await follow(owner.phone, (await tokensOf(email))[0]!, own)).toBe('chosen');
      }
      expect(await login(ownBrowser(), email, own)).toBe(200);
    },
  );
});
