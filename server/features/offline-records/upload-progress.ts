import { answersText, ProgressFile } from '@fairlead/contract/offline-records/calls';
import { appendAudit } from '../../platform/audit/append.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import { mostValuesOf, requireFewValues } from '../../platform/http/json-bounds.ts';
import { BadStatement, readStatement } from '../../platform/keys/statement.ts';
import type { Platform } from '../../platform/platform.ts';
import { fullName } from '../accounts/index.ts';
import { requirePass } from './policy.ts';
import { type Credited, syncRecord } from './sync-record.ts';

/**
 * Takes progress that comes as a file: from its person, or from staff in whose course scope the course is. It counts
 * for the person of its pass alone, and once.
 *
 * @throws AppError as `readProgress` and `takeProgress`, and `forbidden` for a learner who uploads another's.
 */
export async function uploadProgress(
  platform: Platform,
  { actor, file, ip }: { actor: Actor; file: string; ip: string },
) {
  const progress = await readProgress(platform, file);
  const isStaff = actor.role !== 'learner';
  if (isStaff) await requirePass(platform.db, actor, progress.passId);
  else if (progress.personId !== actor.accountId)
    throw new AppError(
      'forbidden',
      'This is the progress of somebody else. They can upload it themselves, or the academy’s staff can.',
    );
  const { person, creditedSeconds } = await takeProgress(platform, progress, {
    uploadedBy: isStaff ? actor.accountId : undefined,
    note: async (tx, { enrolmentId, creditedSeconds }) =>
      appendAudit(tx, {
        actorId: actor.accountId,
        action: 'offline-record.upload',
        ip,
        subject: { kind: 'enrolment', id: enrolmentId },
        details: { passId: progress.passId, creditedSeconds },
      }),
  });
  return { userName: fullName(person), courseTitle: person.courseTitle, creditedSeconds };
}

/** Progress from a file: the academy has signed its pass, and nothing else of it is checked. */
export type SignedProgress = Omit<ProgressFile, 'format' | 'version' | 'pass'> & { passId: string; personId: string };

/** @throws AppError `bad-file` for a file that is none, or whose pass the academy did not sign. */
async function readProgress({ keys }: Pick<Platform, 'keys'>, file: string): Promise<SignedProgress> {
  const { pass: statement, part, answers, answersSignature } = parsed(file);
  try {
    const { pass, person } = await readStatement(await keys.published(), 'offline-pass', statement);
    return { passId: String(pass), personId: String(person), part, answers, answersSignature };
  } catch (error) {
    if (error instanceof BadStatement)
      throw new AppError('bad-file', 'The academy did not sign the pass in this file.');
    throw error;
  }
}

/** Who brings progress as a file: a colleague; the person without one. */
export type Bringing = {
  uploadedBy?: string | undefined;
  /** Notes it in the transaction that credits it. */
  note: (tx: Tx, credited: Credited) => Promise<void>;
};

/** Credits progress from a file. @throws AppError as `syncRecord` */
const takeProgress = (
  platform: Pick<Platform, 'db' | 'clock'>,
  { passId, personId, part, answers, answersSignature }: SignedProgress,
  bringing: Bringing,
) =>
  syncRecord(platform, {
    passId,
    accountId: personId,
    part,
    answers: Object.fromEntries(answers.map(({ check, choice }) => [check, choice])),
    asFile: { ...bringing, signedAnswers: { text: answersText(answers), signature: answersSignature } },
  });

const noProgress = () => new AppError('bad-file', 'This is not a file with progress of a course.');

function parsed(file: string): ProgressFile {
  requireFewValues(file, mostValuesOf(ProgressFile));
  try {
    const read = ProgressFile.safeParse(JSON.parse(file));
    if (read.success) return read.data;
  } catch {
    // not JSON
  }
  throw noProgress();
}
