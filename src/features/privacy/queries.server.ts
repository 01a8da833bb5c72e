import { desc, eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { profiles, sessions, users } from '#db/schema/accounts.ts';
import { creditEntries } from '#db/schema/credits.ts';
import { downloads } from '#db/schema/downloads.ts';
import { favorites } from '#db/schema/favorites.ts';
import { recordingRequests } from '#db/schema/recordings.ts';
import { payments, subscriptions } from '#db/schema/subscriptions.ts';
import { avatarUrlOf, type User } from '#features/accounts/model.ts';

/** Everything the site holds about one person, for a file in his own hands. A handful of queries. */
export async function exportData(db: Database, user: User) {
  const own = { userId: user.userId };
  const [account, profile, subscription, charges, favourites, downloaded, credits, requests, devices] =
    await Promise.all([
      db
        .select({ email: users.email, emailVerified: users.emailVerified, createdAt: users.createdAt })
        .from(users)
        .where(eq(users.id, own.userId)),
      db
        .select({
          displayName: profiles.displayName,
          role: profiles.role,
          avatarKey: profiles.avatarKey,
          avatarVersion: profiles.avatarVersion,
          createdAt: profiles.createdAt,
        })
        .from(profiles)
        .where(eq(profiles.userId, own.userId)),
      db
        .select({
          planType: subscriptions.planType,
          status: subscriptions.status,
          expiresAt: subscriptions.expiresAt,
          createdAt: subscriptions.createdAt,
        })
        .from(subscriptions)
        .where(eq(subscriptions.userId, own.userId)),
      db
        .select({
          planType: payments.planType,
          status: payments.status,
          amountCents: payments.amountCents,
          refundedCents: payments.refundedCents,
          createdAt: payments.createdAt,
          paidAt: payments.paidAt,
          refundedAt: payments.refundedAt,
        })
        .from(payments)
        .where(eq(payments.userId, own.userId))
        .orderBy(desc(payments.createdAt)),
      db
        .select({
          type: favorites.favoriteType,
          packageTitle: favorites.packageTitle,
          trackName: favorites.trackName,
          createdAt: favorites.createdAt,
        })
        .from(favorites)
        .where(eq(favorites.userId, own.userId))
        .orderBy(desc(favorites.createdAt)),
      db
        .select({
          packageTitle: downloads.packageTitle,
          trackName: downloads.trackName,
          kind: downloads.kind,
          bytes: downloads.bytes,
          licenseVersion: downloads.licenseVersion,
          createdAt: downloads.createdAt,
        })
        .from(downloads)
        .where(eq(downloads.userId, own.userId))
        .orderBy(desc(downloads.createdAt)),
      db
        .select({
          amount: creditEntries.amount,
          kind: creditEntries.kind,
          reason: creditEntries.reason,
          createdAt: creditEntries.createdAt,
        })
        .from(creditEntries)
        .where(eq(creditEntries.userId, own.userId))
        .orderBy(desc(creditEntries.createdAt)),
      db
        .select({
          packageTitle: recordingRequests.packageTitle,
          radioName: recordingRequests.radioName,
          whatsapp: recordingRequests.whatsapp,
          status: recordingRequests.status,
          creditsUsed: recordingRequests.creditsUsed,
          createdAt: recordingRequests.createdAt,
          dueAt: recordingRequests.dueAt,
          deliveredAt: recordingRequests.deliveredAt,
          deliveredName: recordingRequests.deliveredName,
          revisionRequestedAt: recordingRequests.revisionRequestedAt,
          revisionNote: recordingRequests.revisionNote,
        })
        .from(recordingRequests)
        .where(eq(recordingRequests.userId, own.userId))
        .orderBy(desc(recordingRequests.createdAt)),
      db
        .select({
          ipAddress: sessions.ipAddress,
          userAgent: sessions.userAgent,
          createdAt: sessions.createdAt,
          expiresAt: sessions.expiresAt,
        })
        .from(sessions)
        .where(eq(sessions.userId, own.userId))
        .orderBy(desc(sessions.createdAt)),
    ]);
  const { avatarKey = null, avatarVersion = 0, ...person } = profile[0] ?? {};
  return {
    conta: account[0] ?? null,
    perfil: profile[0] ? { ...person, avatarUrl: avatarUrlOf({ avatarKey, avatarVersion }) } : null,
    assinatura: subscription[0] ?? null,
    pagamentos: charges,
    favoritos: favourites,
    downloads: downloaded,
    creditos: credits,
    solicitacoes: requests,
    sessoes: devices,
  };
}
