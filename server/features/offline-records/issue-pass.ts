import { bytesIn, isDeviceKey } from '@fairlead/contract/offline-records/offline-record-format';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { signStatement } from '../../platform/keys/statement.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireApprovedEnrolment } from '../enrolments/index.ts';
import { drawChecks, findTrainingOfCourse, listFilmsWatched, openFilms } from '../training/index.ts';
import { courseKeyOf } from './course-key.ts';
import { countValid, findPassOfDevice, headOf } from './queries.ts';

/** New passes of an enrolment in a day: for some devices, and for one that is set up again and again. */
const mostPasses = 20;
/** The most valid passes of an enrolment: each contact locks all of them, and tries to credit their pending parts. */
const mostValid = 50;

type Issue = {
  accountId: string;
  courseId: string;
  key: string;
  device: string;
  /** From where the person has asked; undefined for a ship's computer, which is given passes by the program. */
  ip: string | undefined;
};

/**
 * Signs a pass for a device of a learner: what its key signs from now on counts as played on it. All films of the
 * course are opened, so that their clock starts, and their presence checks are drawn. Idempotent while the course has
 * the same films; the films of a pass never become more.
 *
 * @throws AppError `forbidden` when not approved for the course, `not-found` for a course without films, `invalid` for
 *   a key of another form, `over` for a device whose pass was withdrawn, `limit` for too many devices with valid
 *   passes, `too-many` for too many of them in a day.
 */
export async function issuePass(platform: Platform, { accountId, courseId, key, device, ip }: Issue) {
  const { db, clock } = platform;
  const bytes = bytesIn(key);
  if (!bytes || !(await isDeviceKey(bytes))) throw new AppError('invalid', 'This is not a key of a device.');
  const enrolment = await requireApprovedEnrolment(db, accountId, courseId);
  const pass = await transaction(db, async (tx) => {
    // Calls of one learner run one after another: two clicks make one pass.
    await tx.selectFrom('enrolment').select('id').where('id', '=', enrolment.id).forUpdate().execute();
    const set = await findTrainingOfCourse(tx, courseId, enrolment.id);
    // packages need a link, and stay ashore
    const films = set ? (await listFilmsWatched(tx, set.id, enrolment.id)).filter(({ kind }) => kind === 'film') : [];
    if (!set || films.length === 0) throw notFound('This course has no videos.');
    const now = clock();
    const { id: enrolmentId } = enrolment;
    await openFilms(tx, { enrolmentId, highestSpeed: set.highestSpeed, films, now });
    await drawChecks(
      tx,
      enrolmentId,
      films.filter(({ completedAt }) => completedAt === null),
    );
    const taken = films.map(({ id, durationSeconds }) => ({ id, seconds: durationSeconds }));
    const before = await findPassOfDevice(tx, enrolmentId, key);
    if (before?.withdrawnAt) throw new AppError('over', 'The academy has withdrawn the offline pass of this device.');
    if (before && JSON.stringify(idsOf(before.films)) === JSON.stringify(idsOf(taken))) return before;
    if ((await countValid(tx, enrolmentId)) >= mostValid)
      throw new AppError(
        'limit',
        'This course is on too many devices. Ask the academy to withdraw the passes of those that you no longer use.',
      );
    // each stays for good, and a script can make a key for every call
    const says = 'Too many devices asked for this course.';
    await consume(tx, { key: `offline-pass:${enrolmentId}`, max: mostPasses, seconds: 86_400, says }, now);
    const issued = {
      enrolmentId,
      deviceKey: key,
      deviceWords: device,
      films: JSON.stringify(taken),
      issuedAt: now,
      seenAt: now,
    };
    const { id } = await tx.insertInto('offlinePass').values(issued).returning('id').executeTakeFirstOrThrow();
    await appendAudit(tx, {
      actorId: ip === undefined ? null : accountId,
      action: 'offline-pass.issue',
      subject: { kind: 'enrolment', id: enrolmentId },
      details: { passId: id, films: taken.length, device },
      ...(ip !== undefined && { ip }),
    });
    return { ...issued, id, films: taken, headNumber: 0, hashAtHead: null };
  });
  const { id, films, issuedAt } = pass;
  const statement = await signStatement(platform, 'offline-pass', {
    pass: id,
    person: accountId,
    course: courseId,
    key,
    issuedAt: issuedAt.toISOString(),
    films,
  });
  return { id, statement, films, issuedAt, head: headOf(pass), courseKey: courseKeyOf(platform, courseId) };
}

const idsOf = (films: readonly { id: string }[]) => films.map(({ id }) => id);
