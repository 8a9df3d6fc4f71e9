import { sql } from 'kysely';
import { openPaper } from '../../server/features/assessments/attempts/open-paper.ts';
import { takeAnswers } from '../../server/features/assessments/attempts/save-answers.ts';
import { submitAssessment } from '../../server/features/assessments/attempts/submit-assessment.ts';
import { type Db, type Tx, transaction } from '../../server/platform/db/database.ts';
import { readConfig } from '../../server/settings/config.ts';
import { statedAcademy } from '../../server/testing/stated-academy.ts';
import { addLearners, filling } from '../harness/academy.ts';
import { type Engine, onBothEngines } from '../harness/engines.ts';
import { cpuSeconds } from '../harness/process.ts';
import { alternate } from '../harness/rounds.ts';
import { addCourseFor, addReadiness, addTestOf } from '../harness/school.ts';
import type { Row } from '../harness/table.ts';

type Size = { rounds: number; attempts: number };
type Test = Awaited<ReturnType<typeof addTestOf>>;

/**
 * One attempt without HTTP (paper opened, ten answers saved one by one, submitted), compared with the bare SQL for it.
 */
export const measureAttempt = (size: Size): Promise<Row[]> => onBothEngines((engine) => onEngine(engine, size));

async function onEngine(engine: Engine, { rounds, attempts }: Size): Promise<Row> {
  const { place, remove } = await engine.place();
  try {
    return await filling(place, async (db) => {
      // one more round for the warm-up, and half of the learners for each side
      const people = await addLearners(db, (rounds + 1) * 2 * attempts);
      const { courseId, enrolments } = await addCourseFor(db, people);
      await addReadiness(db, enrolments);
      const test = await addTestOf(db, courseId, 10);
      const sit = sitting(db, place.dataDir, test);
      /** Milliseconds of processor time per attempt; a database server, a child of this process, is included. */
      const costOf = async (one: (accountId: string) => Promise<void>): Promise<number> => {
        const before = cpuSeconds(process.pid);
        for (const { accountId } of enrolments.splice(0, attempts)) await one(accountId);
        return ((cpuSeconds(process.pid) - before) * 1000) / attempts;
      };
      const measured = await alternate(
        rounds,
        () => costOf(sit),
        () => costOf((accountId) => bare(db, test, accountId)),
      );
      return {
        what: `attempt at a test of 10 answers, ${engine.name}`,
        beside: 'the bare SQL it needs',
        unit: 'ms of CPU',
        measured,
        goal: { atMost: 2 },
      };
    });
  } finally {
    await remove();
  }
}

/** An attempt by the program's own functions. The last answer is wrong, so that no certificate is issued. */
function sitting(db: Db, dataDir: string, { courseId, assessmentId, questions }: Test) {
  const platform = { db, config: readConfig({ ...statedAcademy, DATA_DIR: dataDir }), clock: () => new Date() };
  const save = takeAnswers(platform);
  return async (accountId: string): Promise<void> => {
    const opened = await openPaper(platform, { accountId, courseId, start: false });
    const answers = questions.map((questionId, i) => ({ questionId, selectedAnswer: i === 9 ? 'Green' : 'Red' }));
    const attemptId = opened?.attempt?.id ?? '';
    for (const [revision, answer] of answers.entries())
      await save({ accountId, attemptId, answers: [answer], absences: [], revision });
    const seen = { revision: answers.length, answers };
    await submitAssessment(platform, { accountId, courseId, assessmentId, attemptId, ...seen, ip: '127.0.0.1' });
  };
}

/** The same rows with the fewest statements: permission, paper, attempt, ten answers, grading, audit. */
async function bare(db: Db, test: Test, accountId: string): Promise<void> {
  const { courseId, assessmentId, versionId, questions } = test;
  const at = new Date();
  const who = (tx: Tx) =>
    sql<{ id: string }>`select e.id from enrolment e join training_completion t on t.enrolment_id = e.id
      join seafarer_profile p on p.account_id = e.account_id
      where e.account_id = ${accountId} and e.course_id = ${courseId} and e.status = 'approved'`.execute(tx);
  const paper = (tx: Tx) =>
    sql`select id, text, options, correct_option from question where version_id = ${versionId} order by position`.execute(
      tx,
    );
  const id = await transaction(db, async (tx) => {
    const { rows } = await who(tx);
    await sql`select id from assessment where course_id = ${courseId} and is_published`.execute(tx);
    const made = await sql<{ id: string }>`insert into attempt (enrolment_id, course_id, version_id, started_at)
      values (${rows[0]?.id}, ${courseId}, ${versionId}, ${at}) returning id`.execute(tx);
    await paper(tx);
    return made.rows[0]?.id;
  });
  for (const question of questions) {
    await transaction(db, async (tx) => {
      await sql`select id, deadline, submitted_at from attempt where id = ${id} for update`.execute(tx);
      await sql`select options from question where id = ${question}`.execute(tx);
      await sql`insert into attempt_answer (attempt_id, question_id, selected_option, answered_at)
        values (${id}, ${question}, 0, ${at})`.execute(tx);
    });
  }
  await transaction(db, async (tx) => {
    await who(tx);
    await sql`select id from attempt where id = ${id} for update`.execute(tx);
    await paper(tx);
    await sql`update attempt_answer set selected_option = 1
      where attempt_id = ${id} and question_id = ${questions[9]}`.execute(tx);
    await sql`update attempt set submitted_at = ${at}, score = 9, total_questions = 10, passed = false
      where id = ${id}`.execute(tx);
    await sql`insert into audit_event (actor_id, action, subject_kind, subject_id, details, digest)
      values (${accountId}, 'bench', 'attempt', ${assessmentId}, '{}', 'x')`.execute(tx);
  });
}
