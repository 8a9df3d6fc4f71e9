import { z } from 'zod/mini';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { takeBackJob } from '../../platform/jobs/take-back-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { lockEnrolment } from '../batches/index.ts';
import { checkBefore, type EarlierCheck, takeBackCheck } from '../seafarers/index.ts';
import { acceptanceEmail } from './email-templates.ts';
import { hasBegun, listAddressees } from './queries.ts';
import { moves, undoableUntil } from './rules.ts';

/** Emails a learner that their request was accepted, once that can no longer be undone. */
export const announceAcceptanceJob = 'announce-acceptance';

const Announcement = z.object({
  enrolmentId: z.string(),
  acceptedAt: z.string(),
  /** What undoing puts back: when and by whom the profile was checked before; null if it never was. */
  earlierCheck: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
});

/** There is one for each acceptance of an enrolment. */
const keyOf = (enrolmentId: string, acceptedAt: Date) => `acceptance:${enrolmentId}:${acceptedAt.toISOString()}`;

/**
 * What undoing the acceptance of a pending request would put back. Read it, with enrolment and person locked, before
 * the request is accepted.
 *
 * @returns undefined where it cannot be undone: without a profile, with a changed identity, since certificates on hold
 *   are issued at once, and after a decline, whose reason the acceptance removes.
 */
export async function findUndoable(tx: Tx, enrolmentId: string): Promise<{ earlierCheck: EarlierCheck } | undefined> {
  const request = await tx
    .selectFrom('enrolment')
    .select('accountId')
    .where('id', '=', enrolmentId)
    .where('timesDeclined', '=', 0)
    .executeTakeFirst();
  return request && checkBefore(tx, request.accountId);
}

/** Has the learner notified of an acceptance at `acceptedAt`, unless it is undone before. */
export async function announceLater(
  tx: Tx,
  { enrolmentId, acceptedAt, earlierCheck }: { enrolmentId: string; acceptedAt: Date; earlierCheck: EarlierCheck },
): Promise<void> {
  const payload = { enrolmentId, acceptedAt, earlierCheck };
  const when = { key: keyOf(enrolmentId, acceptedAt), runAt: undoableUntil(acceptedAt) };
  await enqueue(tx, announceAcceptanceJob, payload, when);
}

/** Run by the job: emails the learner, unless the enrolment was withdrawn meanwhile. */
export async function announceAcceptance(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  payload: Record<string, unknown>,
): Promise<void> {
  const { enrolmentId, acceptedAt } = Announcement.parse(payload);
  await transaction(db, async (tx) => {
    const [learner] = await listAddressees(tx, [enrolmentId]);
    if (learner?.status !== 'approved') return;
    await sendEmail(tx, config, acceptanceEmail, {
      to: learner.email,
      values: { name: fullName(learner), course: learner.courseTitle },
      url: `${config.publicUrl}/UserCource`,
      key: `${keyOf(enrolmentId, new Date(acceptedAt))}:email`,
    });
  });
}

/**
 * Undoes one's own acceptance of a request: it is pending again with its seat and its fee, the check of the documents
 * that came with it is taken back, and the learner is told nothing.
 *
 * @throws AppError `done` when it is not accepted (any more); `over` when it was accepted by somebody else, or longer
 *   ago than `undoableUntil`, when the training has begun, or the documents were checked again; `not-found`.
 */
export async function undoAcceptance(
  { db, clock }: Platform,
  { enrolmentId, actorId, ip }: { enrolmentId: string; actorId: string; ip: string },
): Promise<void> {
  const now = clock();
  await transaction(db, async (tx) => {
    await lockEnrolment(tx, enrolmentId, { withPeople: true });
    const accepted = await tx
      .selectFrom('enrolment')
      .select(['accountId', 'status', 'decidedAt', 'decidedBy'])
      .where('id', '=', enrolmentId)
      .executeTakeFirst();
    if (!accepted) throw notFound('There is no such enrollment request.');
    const { accountId, status, decidedAt, decidedBy } = accepted;
    if (!moves.undoAccept.from.some((from) => from === status)) {
      throw new AppError('done', `This request is ${status}: there is no acceptance to undo.`);
    }
    if (decidedBy !== actorId) throw tooLate('A colleague has accepted this request.');
    if (await hasBegun(tx, enrolmentId)) throw tooLate('The training has begun.');
    const inTime = decidedAt !== null && now <= undoableUntil(decidedAt);
    const payload = inTime && (await takeBackJob(tx, keyOf(enrolmentId, decidedAt)));
    if (!payload) throw tooLate('It is too late to undo this.');
    const { earlierCheck } = Announcement.parse(payload);
    if (!(await takeBackCheck(tx, { accountId, at: decidedAt, by: actorId, earlierCheck }))) {
      throw tooLate('The documents of this person were checked again.');
    }
    await tx
      .updateTable('enrolment')
      .set({ status: moves.undoAccept.to, decidedAt: null, decidedBy: null })
      .where('id', '=', enrolmentId)
      .execute();
    await appendAudit(tx, {
      actorId,
      action: 'enrolment.undo-accept',
      subject: { kind: 'enrolment', id: enrolmentId },
      ip,
    });
  });
}

const tooLate = (why: string) =>
  new AppError('over', `${why} You can withdraw the enrollment, with a reason for the learner.`);
