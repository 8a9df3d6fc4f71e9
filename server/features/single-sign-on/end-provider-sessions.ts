import { transaction } from '../../platform/db/database.ts';
import { isFirstInWindow } from '../../platform/db/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSession } from '../accounts/index.ts';
import { readLogoutToken, requireProvider, tokenSeconds } from './provider.ts';
import { listOpenedSessions } from './queries.ts';

/**
 * Ends the sessions that the provider's logout token identifies (OpenID Connect Back-Channel Logout), and the person's
 * logins that are waiting for a second factor. Idempotent: a repeated token ends no further sessions.
 *
 * @throws BadAnswer for a token that is refused; AppError `not-found` or `unavailable`.
 */
export async function endProviderSessions(
  platform: Platform,
  { token, ip }: { token: string; ip: string },
): Promise<void> {
  const { db, config, clock } = platform;
  const { issuer } = requireProvider(config);
  const { id, subject, providerSession, issuedAt } = await readLogoutToken(config, token);
  await transaction(db, async (tx) => {
    const now = clock();
    if (!(await isFirstInWindow(tx, { key: `logout-token:${id}`, seconds: tokenSeconds * 2 }, now))) return;
    // The provider's clock may be some seconds behind.
    const before = new Date(issuedAt.getTime() + 60_000);
    const sessions = await listOpenedSessions(tx, { issuer, subject, providerSession, before });
    for (const { id: sessionId } of sessions) {
      await endSession(tx, { sessionId, now, ip }, { action: 'session.end-by-provider', by: null });
    }
    let waiting = tx.deleteFrom('signOn').where('issuer', '=', issuer).where('accountId', 'is not', null);
    if (subject !== undefined) waiting = waiting.where('subject', '=', subject);
    if (providerSession !== undefined) waiting = waiting.where('providerSession', '=', providerSession);
    await waiting.execute();
  });
}
