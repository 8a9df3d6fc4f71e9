import type { KindName, OfKind } from '@fairlead/contract/assessments/question-kinds';
import type { Settings } from '@fairlead/contract/assessments/test-settings';
import { transaction } from '../../../platform/db/database.ts';
import type { Program } from '../../../testing/factories.ts';
import { logCertificate } from '../../certificates/certificate-log.ts';

// Assessments, answers and certificates as the starting point of a test, inserted directly into the database.

export type Sat = { id: string; questions: { id: string; right: string; wrong: string }[] };

/** An assessment of a course, whose questions include their correct answers; published by default. */
export async function addTest(
  { db, clock }: Program,
  courseId: string,
  details: Partial<{
    title: string;
    passMark: number;
    count: number;
    isPublished: boolean;
    /** Its settings. */
    settings: Partial<Settings>;
    /** The topic of each question, in order. */
    topics: readonly string[];
  }> = {},
): Promise<Sat> {
  const { title = 'Final test', passMark = 70, count = 3, isPublished = true, settings = {}, topics = [] } = details;
  const { draws, ...set } = settings;
  return transaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('assessment')
      .values({ courseId, isPublished, createdAt: clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const version = await tx
      .insertInto('assessmentVersion')
      .values({
        assessmentId: id,
        number: 1,
        title,
        passMark,
        createdAt: clock(),
        ...set,
        ...(draws && { draws: JSON.stringify(draws) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const options = ['Red', 'Green', 'White', 'Yellow'];
    const questions = Array.from({ length: count }, (_, i) => ({
      versionId: version.id,
      position: i + 1,
      text: `Which light is shown in case ${i + 1}?`,
      options: JSON.stringify(options),
      correctOption: i % 4,
      topic: topics[i] ?? '',
    }));
    const rows = await tx.insertInto('question').values(questions).returning(['id', 'position']).execute();
    const inOrder = rows.sort((a, b) => a.position - b.position);
    return {
      id,
      questions: inOrder.map((row, i) => ({
        id: row.id,
        right: options[i % 4] ?? '',
        wrong: options[(i + 1) % 4] ?? '',
      })),
    };
  });
}

/** A question or an answer of a response, whose kind is single choice. */
export function singleChoice<T extends { kind?: KindName | undefined }>(one: T): OfKind<'single-choice', T> {
  if (one.kind !== undefined) throw new Error(`this is a ${one.kind}`);
  return one as OfKind<'single-choice', T>;
}

/** Answers to an assessment, with the given number of wrong ones. */
export const answersTo = ({ questions }: Sat, wrong = 0) =>
  questions.map(({ id, ...answer }, i) => ({
    questionId: id,
    selectedAnswer: i < wrong ? answer.wrong : answer.right,
  }));

/** A passed attempt of an enrolment, and its certificate, issued by default. */
export async function addCertificate(
  program: Program,
  enrolmentId: string,
  details: Partial<{
    status: 'held' | 'issued' | 'revoked';
    expiresOn: string | null;
    refresherDue: string | null;
    name: string;
    email: string;
    number: string;
    ruleId: string | null;
  }> = {},
): Promise<string> {
  const { db, clock } = program;
  const { accountId, courseId } = await db
    .selectFrom('enrolment')
    .select(['accountId', 'courseId'])
    .where('id', '=', enrolmentId)
    .executeTakeFirstOrThrow();
  const test = await addTest(program, courseId);
  const attempt = await db
    .insertInto('attempt')
    .values((e) => ({
      enrolmentId,
      courseId,
      versionId: e.selectFrom('assessmentVersion').select('id').where('assessmentId', '=', test.id),
      startedAt: clock(),
      submittedAt: clock(),
      score: 3,
      totalQuestions: 3,
      passed: true,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('certificate')
    .values({
      number: `made by a test, ${enrolmentId}`,
      enrolmentId,
      attemptId: attempt.id,
      accountId,
      courseId,
      status: 'issued',
      name: 'Asha Nair',
      email: 'asha@example.org',
      birthDate: '1990-05-17',
      passportNumber: 'N1234567',
      cdcNumber: 'MUM 123456',
      indosNumber: '12GL3456',
      gradeNumber: 'G-42',
      courseTitle: 'Enclosed Space Entry',
      regulations: 'SOLAS XI-1/7',
      subjects: '[]',
      percentage: 100,
      issuedOn: '2026-11-20',
      createdAt: clock(),
      revokedAt: details.status === 'revoked' ? clock() : null,
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const kinds = { held: [], issued: ['issue'], revoked: ['issue', 'revoke'] } as const;
  for (const kind of kinds[details.status ?? 'issued']) {
    await transaction(db, (tx) => logCertificate(tx, { kind, certificateId: id, at: clock() }));
  }
  return id;
}
