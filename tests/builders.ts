import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/open.server.ts';
import { profiles, users } from '#db/schema/accounts.ts';
import { categories, packages, tracks } from '#db/schema/catalog.ts';
import { creditEntries, userCredits } from '#db/schema/credits.ts';
import { deliveries, deliveryFiles } from '#db/schema/delivery.ts';
import { downloads } from '#db/schema/downloads.ts';
import { favorites } from '#db/schema/favorites.ts';
import { notifications } from '#db/schema/notifications.ts';
import { projects } from '#db/schema/projects.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { paymentCustomers, subscriptions } from '#db/schema/subscriptions.ts';
import type { Admin, User } from '#features/accounts/model.ts';
import { toRole } from '#features/accounts/roles.ts';
import { type Kind, kindFacts } from '#features/catalog/kinds.ts';
import { presets } from '#features/delivery/presets.ts';
import { type Grant, issuing } from '#features/licences/issue-licence.server.ts';
import type { Subscriber } from '#features/subscriptions/gates.server.ts';
import { newId } from '#platform/ids.ts';

/** Builders insert real rows for tests; fields that a test does not set get plausible values. */

let counter = 0;
const next = (): number => ++counter;

type NewUser = Partial<typeof users.$inferInsert> & {
  role?: string;
  displayName?: string;
  avatarKey?: string | null;
};

/** A user with a confirmed e-mail and a profile, without a password, branded as by a gate. */
export async function aUser(db: Executor, given: NewUser = {}): Promise<User> {
  const { role = 'user', displayName = `Ouvinte ${next()}`, avatarKey = null, ...rest } = given;
  const id = rest.id ?? newId();
  const [user] = await db
    .insert(users)
    .values({ name: displayName, email: `ouvinte-${id}@exemplo.com.br`, emailVerified: true, ...rest, id })
    .returning();
  await db.insert(profiles).values({ id: newId(), userId: id, role, displayName, avatarKey });
  const facts = {
    userId: id,
    email: user!.email,
    displayName,
    role: toRole(role),
    avatarUrl: null,
    secondStep: user!.twoFactorEnabled ? 'on' : 'off',
    createdAt: user!.createdAt.toISOString(),
  };
  return facts as unknown as User;
}

export async function anAdmin(db: Executor, given: NewUser = {}): Promise<Admin> {
  return (await aUser(db, { ...given, role: 'admin' })) as Admin;
}

/** A subscriber; by default annual without an end. */
export async function aSubscriber(
  db: Executor,
  given: NewUser = {},
  plan: Partial<typeof subscriptions.$inferInsert> = {},
): Promise<Subscriber> {
  const user = await aUser(db, given);
  await aSubscription(db, { ...plan, userId: user.userId });
  return user as unknown as Subscriber;
}

/** A user's subscription; by default active and annual. */
export async function aSubscription(
  db: Executor,
  given: Partial<typeof subscriptions.$inferInsert> & { userId: string },
): Promise<typeof subscriptions.$inferSelect> {
  const values = { id: newId(), planType: 'annual', status: 'active' as const, ...given };
  const [row] = await db.insert(subscriptions).values(values).returning();
  return row!;
}

/** Maps a user to a customer of the provider. */
export async function aCustomer(
  db: Executor,
  given: Partial<typeof paymentCustomers.$inferInsert> & { userId: string },
): Promise<typeof paymentCustomers.$inferSelect> {
  const [row] = await db
    .insert(paymentCustomers)
    .values({ customerId: `cus_${newId()}`, ...given })
    .returning();
  return row!;
}

/** An active category, by default of trilhas; its name begins as the kind's names do. */
export async function aCategory(
  db: Executor,
  given: Partial<typeof categories.$inferInsert> = {},
): Promise<typeof categories.$inferSelect> {
  const kind = given.kind ?? 'trilhas';
  const prefix = kind in kindFacts ? kindFacts[kind as Kind].namePrefix : 'OUTROS';
  const values = { id: newId(), name: `${prefix} ${next()}`, ...given, kind };
  const [row] = await db.insert(categories).values(values).returning();
  return row!;
}

/** An active package without tracks; creates a category if none is given. */
export async function aPackage(
  db: Executor,
  given: Partial<typeof packages.$inferInsert> & { kind?: string } = {},
): Promise<typeof packages.$inferSelect> {
  const { kind, ...rest } = given;
  const categoryId = rest.categoryId ?? (await aCategory(db, { kind })).id;
  const values = { id: newId(), title: `Pacote ${next()}`, ...rest, categoryId };
  const [row] = await db.insert(packages).values(values).returning();
  return row!;
}

/** A complete track of 1 MB and one minute at the end of its package; creates a package if none is given. */
export async function aTrack(
  db: Executor,
  given: Partial<typeof tracks.$inferInsert> = {},
): Promise<typeof tracks.$inferSelect> {
  const id = given.id ?? newId();
  const number = next();
  const values = {
    name: `Faixa ${number}.mp3`,
    orderIndex: number,
    size: 1024 * 1024,
    durationMs: 60_000,
    mime: 'audio/mpeg',
    contentHash: createHash('sha256').update(id).digest('hex'),
    storageKey: `audio/${id}.mp3`,
    peaks: Buffer.alloc(400, 128),
    ...given,
    packageId: given.packageId ?? (await aPackage(db)).id,
    id,
  };
  const [row] = await db.insert(tracks).values(values).returning();
  return row!;
}

export async function aPackageWithTracks(
  db: Executor,
  count: number,
  given: Parameters<typeof aPackage>[1] = {},
): Promise<{ pack: typeof packages.$inferSelect; tracks: (typeof tracks.$inferSelect)[] }> {
  const pack = await aPackage(db, given);
  const made = [];
  for (let i = 0; i < count; i++) made.push(await aTrack(db, { packageId: pack.id, orderIndex: i }));
  return { pack, tracks: made };
}

/** A download of one track with its licence; returns the licence's id. */
export async function aLicence(
  db: Executor,
  given: Partial<Omit<Grant, 'id'>> & { userId: string },
): Promise<string> {
  const track = { trackId: newId(), packageId: newId(), name: 'Tema.mp3', packageTitle: 'Natal', bytes: 5 };
  const id = newId();
  const grant: Grant = {
    id,
    cause: 'track',
    subject: 'Tema.mp3',
    licence: { version: '1', text: 'O texto da licença.' },
    tracks: [{ ...track, sha256: 'a'.repeat(64) }],
    at: new Date(),
    ...given,
  };
  await db.execute(issuing(grant, sql`true`));
  return id;
}

/** A saved package, or with trackId a track of it. */
export async function aFavorite(
  db: Executor,
  given: Partial<typeof favorites.$inferInsert> & { userId: string; packageId: string },
): Promise<typeof favorites.$inferSelect> {
  const values = { id: newId(), favoriteType: given.trackId ? 'track' : 'package', ...given };
  const [row] = await db.insert(favorites).values(values).returning();
  return row!;
}

/** An empty project of an account. */
export async function aProject(
  db: Executor,
  given: Partial<typeof projects.$inferInsert> & { userId: string },
): Promise<typeof projects.$inferSelect> {
  const [row] = await db
    .insert(projects)
    .values({ id: newId(), title: `Projeto ${next()}`, ...given })
    .returning();
  return row!;
}

/** A lot of 100 granted credits without expiry, with its ledger entry. */
export async function aCreditLot(
  db: Executor,
  given: Partial<typeof userCredits.$inferInsert> & { userId: string },
): Promise<typeof userCredits.$inferSelect> {
  const amount = given.amount ?? 100;
  const balance = given.creditsBalance ?? amount;
  const [row] = await db
    .insert(userCredits)
    .values({ id: newId(), kind: 'grant', ...given, amount, creditsBalance: balance })
    .returning();
  await db.insert(creditEntries).values({
    id: newId(),
    userId: given.userId,
    creditId: row!.id,
    amount: balance,
    kind: row!.kind,
  });
  return row!;
}

/** A pending recording request that cost one credit. */
export async function aRecordingRequest(
  db: Executor,
  given: Partial<typeof recordingRequests.$inferInsert> & { userId: string | null },
): Promise<typeof recordingRequests.$inferSelect> {
  const values = {
    id: newId(),
    packageTitle: `Pacote ${next()}`,
    radioName: 'Rádio Exemplo FM',
    whatsapp: '5511987654321',
    creditsUsed: 1,
    dueAt: new Date(Date.now() + 86_400_000),
    idempotencyKey: newId(),
    ...given,
  };
  const [row] = await db.insert(recordingRequests).values(values).returning();
  return row!;
}

/** A finished delivery of a track's own bytes. */
export async function aDelivery(
  db: Executor,
  track: typeof tracks.$inferSelect,
  given: Partial<typeof deliveries.$inferInsert> & { userId: string },
): Promise<typeof deliveries.$inferSelect> {
  const values = {
    id: newId(),
    title: 'Entrega',
    source: 'track' as const,
    sourceId: track.id,
    recipe: presets.pasta.recipe,
    licenceId: newId(),
    status: 'ready' as const,
    total: 1,
    finishedAt: new Date(),
    ...given,
  };
  const [row] = await db.insert(deliveries).values(values).returning();
  await db.insert(deliveryFiles).values({
    id: newId(),
    deliveryId: values.id,
    position: 1,
    trackId: track.id,
    packageId: track.packageId,
    trackName: track.name,
    packageTitle: 'Pacote',
    contentHash: track.contentHash ?? '',
    status: 'ready',
    name: track.name,
    isOriginal: true,
    bodyStart: 0,
    bodySize: track.size,
    size: track.size,
    crc32: 0,
    durationMs: track.durationMs,
  });
  return row!;
}

/** One track recorded as downloaded. */
export async function aDownload(
  db: Executor,
  given: Partial<typeof downloads.$inferInsert> & { userId: string },
): Promise<typeof downloads.$inferSelect> {
  const values = {
    id: newId(),
    trackId: newId(),
    packageId: newId(),
    trackName: 'Faixa.mp3',
    packageTitle: 'Pacote',
    kind: 'track',
    bytes: 1024 * 1024,
    licenseVersion: '1',
    ...given,
  };
  const [row] = await db.insert(downloads).values(values).returning();
  return row!;
}

export async function aNotification(
  db: Executor,
  given: Partial<typeof notifications.$inferInsert> = {},
): Promise<typeof notifications.$inferSelect> {
  const values = { id: newId(), type: 'signup', title: `Aviso ${next()}`, ...given };
  const [row] = await db.insert(notifications).values(values).returning();
  return row!;
}
