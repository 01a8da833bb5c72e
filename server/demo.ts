import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { users } from '#db/schema/accounts.ts';
import { categories } from '#db/schema/catalog.ts';
import { pageContent } from '#db/schema/site.ts';
import { subscriptions } from '#db/schema/subscriptions.ts';
import { saveAccount } from '#features/accounts/change-account.server.ts';
import { adminRole, userRole } from '#features/accounts/roles.ts';
import { loadDemoCatalog } from '#features/catalog/demo/load-demo.server.ts';
import { drawPicture } from '#features/media/measuring/gateway.server.ts';
import type { SoldPlanId } from '#features/plans/plans.ts';
import { settleCustomer } from '#features/subscriptions/settle-customer.server.ts';
import { requireSimulated } from '#features/subscriptions/simulated-gateway.server.ts';
import { subscribeForDemo } from '#features/subscriptions/simulated-provider.server.ts';
import { findCustomer } from '#features/subscriptions/subscription-queries.server.ts';
import { newId } from '#platform/ids.ts';
import { projectRoot } from '#platform/project.server.ts';
import type { App } from '#routes/app.server.ts';

const accounts = [
  {
    email: 'admin@sonoteca.local',
    displayName: 'Ana Administradora',
    role: adminRole,
    what: 'administrador',
  },
  {
    email: 'assinante@sonoteca.local',
    displayName: 'Rádio Cidade FM',
    role: userRole,
    what: 'assinante, plano anual',
  },
  { email: 'ouvinte@sonoteca.local', displayName: 'Otávio Ouvinte', role: userRole, what: 'sem plano' },
] as const;

const demoPlan: SoldPlanId = 'annual';

/** A phone number that is not assigned (A-93). */
const demoWhatsapp = '5511900000000';

/** Advisory lock, an arbitrary number: when several processes start at once, one loads. */
const lockKey = 7_304_612;

/** Loads demo content into an empty embedded database and logs its accounts; completes an interrupted load. */
export async function loadDemoContent(app: App): Promise<void> {
  if (!app.settings.DEMO) return;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    if ((await tx.$count(users)) > 0) return;
    if ((await tx.$count(categories)) === 0) {
      const folder = join(projectRoot(), 'demo');
      await loadDemoCatalog(app.db, app.storage, { folder, toPicture: drawPicture, ending: app.ending });
    }
    const contact = { sectionName: 'contact', content: { whatsapp: demoWhatsapp } };
    await app.db.insert(pageContent).values(contact).onConflictDoNothing();
    await makeAccounts(app);
    await app.bus.publish('catalog');
  });
}

async function makeAccounts(app: App): Promise<void> {
  const { settings } = app;
  const password = settings.DEMO_PASSWORD ?? randomBytes(9).toString('base64url');
  for (const { email, displayName, role } of accounts) {
    const { userId } = await saveAccount(app, { email, displayName, role, password });
    if (email.startsWith('assinante@')) await subscribeDemoUser(app, userId);
  }
  const lines = accounts.map(({ email, what }) => `${email.padEnd(28)} ${password}   (${what})`);
  const path = join(settings.DATA_DIR, 'demo-accounts.txt');
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  console.log(
    `\nContas de demonstração (também em ${path}):\n${lines.map((line) => `  ${line}`).join('\n')}\n`,
  );
}

/** Gives the demo user the annual plan: bought and settled at the simulated provider, granted with a real one. */
async function subscribeDemoUser(app: App, userId: string): Promise<void> {
  if (app.payments.kind !== 'simulated') return givePlan(app, userId);
  await subscribeForDemo({ ...app, payments: requireSimulated(app.payments) }, userId, demoPlan);
  const customer = await findCustomer(app.db, userId);
  if (customer) await settleCustomer(app, customer.customerId);
}

async function givePlan({ db, clock }: App, userId: string): Promise<void> {
  const now = clock.now();
  const grant = { planType: demoPlan, source: 'grant', reason: 'Conta de demonstração' };
  const expiresAt = new Date(now.getTime() + 365 * 24 * 3600 * 1000);
  await db
    .insert(subscriptions)
    .values({ id: newId(), userId, expiresAt, status: 'active', createdAt: now, ...grant })
    .onConflictDoNothing();
}
