import { inRupees } from '@fairlead/contract/values/money';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { chargeFee } from './charge-fee.ts';
import { chargedEmail } from './email-templates.ts';
import { findFee, getFee, isOver, listChargeable } from './queries.ts';
import type { By } from './record-payment.ts';

/**
 * Staff charge an enrolment that has no fee, such as one from before fees were switched on: the price of its course
 * today. The learner is emailed.
 *
 * @throws AppError `not-found`, `exists` when it has a fee already, `over` when it is declined or was renewed, or its
 * person is erased, `conflict` when its course has no price or fees are switched off.
 */
export async function chargeEnrolment(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  { enrolmentId, actorId, ip }: By & { enrolmentId: string },
): Promise<void> {
  const { db, config } = platform;
  await transaction(db, async (tx) => {
    const locked = await tx
      .selectFrom('enrolment')
      .innerJoin('account', 'account.id', 'enrolment.accountId')
      .select(['status', 'supersededAt', 'erasedAt'])
      .where('enrolment.id', '=', enrolmentId)
      .forNoKeyUpdate('enrolment')
      .executeTakeFirst();
    if (!locked) throw notFound('There is no such enrollment.');
    if (locked.erasedAt) throw new AppError('over', 'This person was erased.');
    if (isOver(locked)) throw new AppError('over', 'This enrollment is declined or was replaced by a renewal.');
    if (await findFee(tx, enrolmentId)) throw new AppError('exists', 'This enrollment has a fee already.');
    if ((await listChargeable(tx, [enrolmentId])).length === 0) {
      throw new AppError('conflict', 'This course has no price, or fees are switched off.');
    }
    const amount = inRupees(await chargeFee(tx, platform, enrolmentId, actorId));
    const subject = { kind: 'enrolment', id: enrolmentId };
    await appendAudit(tx, { actorId, action: 'fee.charge', subject, details: { note: amount }, ip });
    const { email, courseTitle, ...person } = await getFee(tx, enrolmentId);
    await sendEmail(tx, config, chargedEmail, {
      to: email,
      values: { name: fullName(person), course: courseTitle, amount },
      url: `${config.publicUrl}/fees/${enrolmentId}`,
    });
  });
}
