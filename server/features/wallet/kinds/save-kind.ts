import type { KindInput } from '@fairlead/contract/wallet/wallet-kinds';
import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findKind } from './queries.ts';

type Saving = { input: KindInput; actorId: string; ip: string };

/**
 * Adds a kind of document, or an edition to one. Documents that are there stay as they are, so what the country does to
 * the code is never changed.
 *
 * @throws AppError `stale` if somebody has added an edition since `input.seen`; `exists` for a new kind whose code is
 * taken.
 */
export async function saveKind(
  { db, clock, changes }: Pick<Platform, 'db' | 'clock' | 'changes'>,
  { input, actorId, ip }: Saving,
) {
  const { seen, code, group: kindGroup, ...facts } = input;
  await transaction(db, async (tx) => {
    const newest = await findKind(tx, code);
    if (seen === null && newest) {
      const message = `There is a kind with this code: ${newest.title}`;
      throw new AppError('exists', message, { fields: { code: message } });
    }
    if (seen !== null && newest?.edition !== seen) throw new AppError('stale', changed);
    const edition = (newest?.edition ?? 0) + 1;
    const added = await tx
      .insertInto('documentKind')
      .values({
        code,
        edition,
        kindGroup,
        ...facts,
        countryInCode: newest?.countryInCode ?? facts.countryInCode,
        validityMonths: facts.validity === 'months' ? facts.validityMonths : null,
        createdAt: clock(),
        createdBy: actorId,
      })
      // a colleague may add the same edition at this moment
      .onConflict((conflict) => conflict.columns(['code', 'edition']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new AppError('stale', changed);
    const details = { code, edition, note: facts.source };
    const subject = { kind: 'academy', id: 'settings' };
    await appendAudit(tx, { actorId, action: 'document-kind.save', subject, details, ip });
    await changes.record(tx, 'public-pages');
  });
}

const changed = 'Somebody has changed this kind after you opened it.';
