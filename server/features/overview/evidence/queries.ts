import type { Queryable } from '../../../platform/db/database.ts';
import { attemptScore, type Drawn, kindOf, listPaper, savedSelections } from '../../assessments/index.ts';
import { notCorrected } from '../../enrolments/index.ts';
import { listRecordProofs } from '../../offline-records/index.ts';
import { getWatchRecord, noSuchEnrolment } from '../../training/index.ts';

/** All evidence of one learner's training in one course, except who issued it and when. */
export type Proofs = Awaited<ReturnType<typeof getProofs>>;

/**
 * Reads the learner's identity, attendance and watching, the records of devices that had no link, every submitted test
 * paper, and the certificate with the name of its PDF.
 *
 * @throws AppError `not-found`.
 */
export async function getProofs(db: Queryable, enrolmentId: string) {
  const enrolment = await findEnrolment(db, enrolmentId);
  if (!enrolment) throw noSuchEnrolment();
  const { accountId, pdf, ...certificate } = enrolment;
  return {
    learner: (await findLearner(db, accountId)) ?? null,
    training: await getWatchRecord(db, enrolmentId),
    offlineRecords: await listRecordProofs(db, enrolmentId),
    tests: await listTests(db, enrolmentId),
    certificate: certificate.number === null ? null : certificate,
    pdf,
  };
}

const findEnrolment = (db: Queryable, id: string) =>
  db
    .selectFrom('enrolment')
    .leftJoin('certificate', (join) => join.onRef('certificate.enrolmentId', '=', 'enrolment.id').on(notCorrected))
    .leftJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
    .select(['enrolment.accountId', 'enrolment.requestedAt', 'enrolment.decidedAt', 'pdf.filename as pdf'])
    .select(['certificate.number', 'certificate.status', 'certificate.name', 'certificate.courseTitle'])
    .select([
      'certificate.regulations',
      'certificate.heldTo',
      'certificate.approvedBy',
      'certificate.approvalNumber',
      'certificate.boundTo',
      'certificate.percentage',
      'certificate.issuedOn',
      'certificate.expiresOn',
    ])
    .where('enrolment.id', '=', id)
    .executeTakeFirst();

/**
 * The facts that identify a seafarer; postal address and identity documents are left out, as they prove nothing here.
 */
const findLearner = (db: Queryable, accountId: string) =>
  db
    .selectFrom('account')
    .leftJoin('seafarerProfile as profile', 'profile.accountId', 'account.id')
    .leftJoin('account as checker', 'checker.id', 'profile.identityCheckedBy')
    .select(['checker.firstName as checkerFirstName', 'checker.lastName as checkerLastName'])
    .select(['account.firstName', 'account.lastName', 'account.email'])
    .select(['profile.name', 'profile.birthDate', 'profile.passportNumber', 'profile.cdcNumber'])
    .select(['profile.indosNumber', 'profile.gradeNumber', 'profile.identityCheckedAt'])
    .where('account.id', '=', accountId)
    .executeTakeFirst();

/** Every submitted test paper as the learner saw it: the questions drawn, in their order, and the answers. */
async function listTests(db: Queryable, enrolmentId: string) {
  const attempts = await db
    .selectFrom('attempt')
    .innerJoin('assessmentVersion as version', 'version.id', 'attempt.versionId')
    .select(['attempt.id', 'attempt.versionId', 'attempt.paper'])
    .select(['version.title', 'version.number as version', 'version.passMark'])
    .select([
      'attempt.startedAt',
      'attempt.submittedAt',
      attemptScore.as('score'),
      'attempt.totalQuestions',
      'attempt.passed',
    ])
    .where('attempt.enrolmentId', '=', enrolmentId)
    .where('attempt.submittedAt', 'is not', null)
    .orderBy('attempt.submittedAt')
    .execute();
  return Promise.all(
    attempts.map(async ({ id, versionId, paper, ...attempt }) => {
      const questions = await listPaper(db, { versionId, paper: paper as Drawn[] | null });
      const selections = await savedSelections(db, id);
      return {
        ...attempt,
        questions: questions.map((question) => {
          const kind = kindOf(question);
          const selection = selections.get(question.id) ?? null;
          return {
            text: question.text,
            options: question.shown.options,
            correct: kind.keyInWords(question),
            answered: selection === null ? null : kind.selectionInWords(question, selection),
          };
        }),
      };
    }),
  );
}
