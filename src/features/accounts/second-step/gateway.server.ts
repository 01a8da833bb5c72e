import { randomInt } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { passkeys, twoFactors } from '#db/schema/accounts.ts';
import type { Clock } from '#platform/clock.ts';

/** Ten digits in two halves: easy to read aloud and to type on a number pad. */
const recoveryCode = () => [1, 2].map(() => String(randomInt(100_000)).padStart(5, '0')).join('-');

/** better-auth's plugins for app codes, recovery codes and passkeys (with user verification). */
export function secondSteps(site: { db: Database; clock: Clock; origin: string; siteName: string }) {
  const demand = (verified: boolean) => {
    if (!verified) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' });
  };
  return [
    twoFactor({
      issuer: site.siteName,
      backupCodeOptions: { customBackupCodesGenerate: () => Array.from({ length: 10 }, recoveryCode) },
    }),
    passkey({
      rpID: new URL(site.origin).hostname,
      rpName: site.siteName,
      origin: site.origin,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      advanced: { webAuthnChallengeCookie: 'passkey' },
      registration: {
        afterVerification: ({ verification }) => demand(verification.registrationInfo?.userVerified === true),
      },
      authentication: {
        async afterVerification({ verification, clientData }) {
          demand(verification.authenticationInfo.userVerified);
          await site.db
            .update(passkeys)
            .set({ lastUsedAt: site.clock.now() })
            .where(eq(passkeys.credentialID, clientData.id));
        },
      },
    }),
  ];
}

/** Whether the secret decrypts a user's app secret or recovery codes; true when there are none. */
export async function isCodeReadable(
  { db, secret }: { db: Database; secret: string },
  userId: string,
  column: 'secret' | 'backupCodes',
): Promise<boolean> {
  const [kept] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  if (!kept) return true;
  return symmetricDecrypt({ key: secret, data: kept[column] }).then(
    () => true,
    () => false,
  );
}
