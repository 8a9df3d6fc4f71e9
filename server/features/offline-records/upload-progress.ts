import { answersText, ProgressFile } from '@fairlead/contract/offline-records';
import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import type { Actor } from '../../platform/http/access.ts';
import { BadStatement, readStatement } from '../../platform/keys/statement.ts';
import type { Platform } from '../../platform/platform.ts';
import { fullName } from '../accounts/full-name.ts';
import { demandPass } from './policy.ts';
import { syncRecord } from './sync-record.ts';

/**
 * Takes progress that comes as a file: from its person, or from staff in whose course scope the course is. It counts for
 * the person of its pass alone, and once.
 *
 * @throws AppError `bad-file` for a file that is none, or whose pass the academy did not sign; otherwise as `syncRecord`.
 */
export async function uploadProgress(
  platform: Platform,
  { actor, file, ip }: { actor: Actor; file: string; ip: string },
) {
  const { pass, part, answers, answersSignature } = parsed(file);
  const passId = await passIn(platform, pass);
  const isStaff = actor.role !== 'learner';
  if (isStaff) await demandPass(platform.db, actor, passId);
  const { person, creditedSeconds } = await syncRecord(platform, {
    ...{ passId, part, answers: Object.fromEntries(answers.map(({ check, choice }) => [check, choice])) },
    ...(!isStaff && { accountId: actor.accountId }),
    asFile: {
      uploadedBy: isStaff ? actor.accountId : undefined,
      signedAnswers: { text: answersText(answers), signature: answersSignature },
      note: (tx, { enrolmentId, ...credited }) =>
        appendAudit(tx, {
          ...{ actorId: actor.accountId, action: 'offline-record.upload', ip },
          ...{ subject: { kind: 'enrolment', id: enrolmentId }, details: { passId, ...credited } },
        }),
    },
  });
  return { userName: fullName(person), courseTitle: person.courseTitle, creditedSeconds };
}

const noProgress = () => new AppError('bad-file', 'This is not a file with progress of a course.');

function parsed(file: string): ProgressFile {
  try {
    const read = ProgressFile.safeParse(JSON.parse(file));
    if (read.success) return read.data;
  } catch {
    // not JSON
  }
  throw noProgress();
}

/** The id of the pass in a statement of the academy. */
async function passIn({ keys }: Platform, statement: string): Promise<string> {
  try {
    const { pass } = await readStatement(await keys.published(), 'offline-pass', statement);
    return String(pass);
  } catch (error) {
    if (error instanceof BadStatement)
      throw new AppError('bad-file', 'The academy did not sign the pass in this file.');
    throw error;
  }
}
