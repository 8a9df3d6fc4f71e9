import { type Db, transaction } from '../../platform/db/database.ts';
import { isOlderThanLog, logCertificate } from './certificate-log.ts';

const atOnce = 500;

/**
 * Logs what certificates state that were issued before the log kept it, and that they were revoked or replaced. Until
 * then their entries reveal no change. Idempotent.
 */
export async function recordOldCertificates(db: Db, clock: () => Date): Promise<void> {
  for (let recorded = atOnce; recorded === atOnce; ) {
    recorded = await transaction(db, async (tx) => {
      const old = await tx
        .selectFrom('certificate')
        .select(['id', 'status', 'revokedAt', 'supersededAt'])
        .where('status', '!=', 'held')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('certificateEvent as event')
                .select('event.id')
                .whereRef('event.certificateId', '=', 'certificate.id')
                .where('event.salt', 'is not', null),
            ),
          ),
        )
        // only those that were in the register when the log began: for others a missing salt is a flaw
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('certificateEvent as event')
              .select('event.id')
              .whereRef('event.certificateId', '=', 'certificate.id')
              .whereRef('event.subject', '=', 'certificate.logId')
              .where(isOlderThanLog),
          ),
        )
        .orderBy('id')
        .limit(atOnce)
        .forUpdate()
        .execute();
      for (const { id: certificateId, status, revokedAt, supersededAt } of old) {
        await logCertificate(tx, { kind: 'record', certificateId, at: clock() });
        if (status === 'superseded' && supersededAt) {
          await logCertificate(tx, { kind: 'supersede', certificateId, at: supersededAt });
        }
        if (status === 'revoked' && revokedAt) {
          await logCertificate(tx, { kind: 'revoke', certificateId, at: revokedAt });
        }
      }
      return old.length;
    });
  }
}
