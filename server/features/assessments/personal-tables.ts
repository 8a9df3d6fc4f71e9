import { sql } from 'kysely';
import type { PersonalTable, StaffColumns } from '../../platform/personal-data/personal-table.ts';
import { enrolmentData, withoutCertificate } from '../enrolments/index.ts';
import { answered } from './kinds/kinds.ts';

/** Whether a learner sees the exact score of the attempt with this id: `isShownExactly`, as SQL. */
const isShownExactly = (attemptId: string) => sql`(
  select sat.passed or version.failed_score = 'exact'
  from attempt as sat join assessment_version as version on version.id = sat.version_id
  where sat.id = ${sql.ref(attemptId)})`;

const attempt: PersonalTable = {
  table: 'attempt',
  called: 'attempts',
  tie: { column: 'enrolment_id', of: enrolmentData },
  gives: sql`to_jsonb(attempt) - case when ${isShownExactly('attempt.id')} then '{}' else '{score,score_parts}' end::text[]`,
  erasure: {
    deletes: withoutCertificate('attempt.enrolment_id'),
    changes: () => ({ set: sql`paper = null` }),
    keeps: 'the results of an enrollment that led to a certificate in the register, without the answers',
  },
};

const tie = { column: 'attempt_id', of: attempt };

export const attemptData: readonly PersonalTable[] = [
  {
    table: 'attempt_answer',
    called: 'answers',
    tie,
    gives: sql`(
      select jsonb_build_object('attempt_id', attempt_answer.attempt_id, 'question', question.text,
        'answer', ${answered}, 'answered_at', attempt_answer.answered_at)
      from question, (select attempt_answer.*) as answer where question.id = attempt_answer.question_id)`,
    erasure: { deletes: 'all' },
  },
  { table: 'attempt_absence', called: 'absences-from-tests', tie, erasure: { deletes: 'all' } },
  {
    table: 'attempt_grant',
    called: 'further-attempts-allowed',
    tie,
    withheld: ['granted_by'],
    erasure: { deletes: 'all' },
  },
  { table: 'confirmed_pass', called: 'passes-kept', tie, withheld: ['kept_by'], erasure: { deletes: 'all' } },
  {
    table: 'attempt_regrade',
    called: 'attempts-graded-again',
    tie,
    gives: sql`to_jsonb(attempt_regrade)
      - case when ${isShownExactly('attempt_regrade.attempt_id')} then '{}' else '{old_score,old_parts,new_score,new_parts}' end::text[]`,
    erasure: { deletes: 'all' },
  },
  { table: 'attempt_to_sum', called: 'attempts-not-yet-counted', tie, erasure: { deletes: 'all' } },
  attempt,
];

export const assessmentStaffColumns: StaffColumns = {
  assessment_version: ['created_by'],
  attempt_grant: ['granted_by'],
  answer_key_correction: ['changed_by'],
  confirmed_pass: ['kept_by'],
  question_picture: ['stored_by'],
};
