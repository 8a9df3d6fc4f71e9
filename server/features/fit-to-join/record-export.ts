import { appendAudit } from '../../platform/audit/append.ts';
import { type Db, transaction } from '../../platform/db/database.ts';

type Exported = {
  checklistId: string;
  /** What of the question belongs into the audit. */
  asked: Record<string, unknown>;
  actorId: string;
  ip: string;
};

/** Records in the audit that somebody has taken verdicts away as a file, as it is of every list of people. */
export const recordExport = (db: Db, { checklistId, asked, actorId, ip }: Exported): Promise<void> =>
  transaction(db, (tx) =>
    appendAudit(tx, {
      actorId,
      action: 'list.export',
      subject: { kind: 'list', id: 'fit-to-join' },
      details: { id: checklistId, ...asked },
      ip,
    }),
  );
