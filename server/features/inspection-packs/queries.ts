import { packKeptDays } from '@fairlead/contract/inspection-packs/calls';
import { type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { onDays } from '../../platform/db/pagination.ts';
import { isUnderAddressOf, type Person } from '../../platform/personal-data/personal-table.ts';
import { byName } from '../accounts/index.ts';
import { selectLearners } from '../courses/index.ts';
import { listAttendees } from '../training/index.ts';

/** The job that makes a pack, whose key names it. */
export const makePackJob = 'make-inspection-pack';
export const jobKeyOf = (packId: string): string => `${makePackJob}:${packId}`;

/** Of which a pack is: a batch, or what happened between two days, both included, in all courses or in one. */
export type Scope = { batchId: string } | { from: CalendarDate; to: CalendarDate; courseId: string | null };

/** Packs that are offered: those that are not too old, and whose people are all still known. */
const isOffered = sql<SqlBool>`(inspection_pack.file_id is not null
  and not exists (select from account where account.id = any(inspection_pack.people) and account.erased_at is not null))`;

/** Packs that are not made, and whose job was given up. */
export const isGivenUp = sql<SqlBool>`(inspection_pack.made_at is null and inspection_pack.removed_at is null and exists (
  select from job where job.key = ${makePackJob} || ':' || inspection_pack.id and job.gave_up_at is not null))`;

const selectPacks = (db: Queryable) =>
  db
    .selectFrom('inspectionPack')
    .leftJoin('batch', 'batch.id', 'inspectionPack.batchId')
    .leftJoin('course', (join) =>
      join.on(sql<SqlBool>`course.id = coalesce(inspection_pack.course_id, batch.course_id)`),
    )
    .leftJoin('account as asker', 'asker.id', 'inspectionPack.askedBy')
    .leftJoin('storedFile as file', 'file.id', 'inspectionPack.fileId')
    .select([
      ...([
        'inspectionPack.id',
        'inspectionPack.batchId',
        'inspectionPack.firstDay',
        'inspectionPack.lastDay',
      ] as const),
      ...([
        'inspectionPack.courseId',
        'inspectionPack.done',
        'inspectionPack.askedAt',
        'inspectionPack.madeAt',
      ] as const),
      ...(['inspectionPack.removedAt', 'inspectionPack.askedBy'] as const),
      ...(['batch.code as batchCode', 'course.title as courseTitle'] as const),
      ...(['asker.firstName', 'asker.lastName'] as const),
      ...(['file.filename', 'file.sizeBytes'] as const),
      sql<number>`cardinality(inspection_pack.people)`.as('people'),
      isOffered.as('isOffered'),
      isGivenUp.as('gaveUp'),
    ]);

/** The newest packs, newest first. */
export const listPacks = (db: Queryable, limit: number) =>
  selectPacks(db).orderBy('inspectionPack.id', 'desc').limit(limit).execute();
export type PackRow = Awaited<ReturnType<typeof listPacks>>[number];

export const findPack = (db: Queryable, id: string) =>
  selectPacks(db).where('inspectionPack.id', '=', id).executeTakeFirst();

/** The packs whose file is no longer to be kept at a time. */
export const listOutdated = (db: Queryable, now: Date) =>
  db
    .selectFrom('inspectionPack')
    .innerJoin('storedFile as file', 'file.id', 'inspectionPack.fileId')
    .select(['inspectionPack.id', 'file.id as fileId', 'file.filename'])
    .where((e) =>
      e.or([
        e('inspectionPack.madeAt', '<=', new Date(now.getTime() - packKeptDays * 24 * 3600 * 1000)),
        e.not(isOffered),
      ]),
    )
    .execute();

/** Condition: something was attended, completed, tested or certified in the enrolment in a period. */
function isInPeriod({ from, to, courseId }: Exclude<Scope, { batchId: string }>, timeZone: string) {
  const within = (moment: string) => onDays(sql.ref<Date>(moment), { from, to }, timeZone);
  return sql<SqlBool>`((${courseId}::uuid is null or enrolment.course_id = ${courseId}) and enrolment.id in (
      select enrolment_id from certificate where issued_on between ${from} and ${to} and status <> 'held'
      union select enrolment_id from attempt where ${within('attempt.submitted_at')}
      union select enrolment_id from training_completion where ${within('training_completion.completed_at')}
      union select enrolment_id from attendance where day between ${from} and ${to}))`;
}

/**
 * The enrolments of a scope: in a batch, those whose attendance is kept; in a period, those in which something was
 * done.
 */
async function listIds(db: Queryable, scope: Scope, timeZone: string): Promise<string[]> {
  if ('batchId' in scope) return (await listAttendees(db, scope.batchId)).map(({ id }) => id);
  const rows = await db.selectFrom('enrolment').select('id').where(isInPeriod(scope, timeZone)).execute();
  return rows.map(({ id }) => id);
}

/** The accounts of the people of a scope, each once, and at most so many of them for a period. */
export async function listPeople(
  db: Queryable,
  scope: Scope,
  { timeZone, limit }: { timeZone: string; limit: number },
) {
  if ('batchId' in scope) {
    const attendees = await listAttendees(db, scope.batchId);
    return [...new Map(attendees.map(({ accountId: id, erasedAt }) => [id, { id, erasedAt }])).values()];
  }
  return db
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .select(['account.id', 'account.erasedAt'])
    .distinct()
    .where(isInPeriod(scope, timeZone))
    .limit(limit)
    .execute();
}

/** The people of a pack, by course and name, each once for each of their enrolments in it. */
export async function listMembers(db: Queryable, scope: Scope, timeZone: string) {
  const ids = await listIds(db, scope, timeZone);
  return selectLearners(db)
    .leftJoin('seafarerProfile as profile', 'profile.accountId', 'account.id')
    .leftJoin('storedFile as photograph', (join) =>
      join.onRef('photograph.id', '=', 'profile.profilePictureId').on('photograph.deletedAt', 'is', null),
    )
    .leftJoin('account as checker', 'checker.id', 'profile.identityCheckedBy')
    .leftJoin('batch', 'batch.id', 'enrolment.batchId')
    .select(['enrolment.id', 'enrolment.batchId', 'account.erasedAt', 'profile.identityChangedAt'])
    .select(['photograph.filename as photograph', 'batch.code as batchCode', 'profile.identityCheckedAt'])
    .select(['checker.firstName as checkerFirstName', 'checker.lastName as checkerLastName'])
    .where(among('enrolment.id', ids))
    .orderBy('course.title')
    .orderBy(byName)
    .orderBy('enrolment.id')
    .execute();
}
export type Member = Awaited<ReturnType<typeof listMembers>>[number];

/** All certificates of some enrolments, the replaced and revoked ones too. */
export const listCertificates = (db: Queryable, enrolmentIds: readonly string[]) =>
  db
    .selectFrom('certificate')
    .leftJoin('certificate as successor', 'successor.id', 'certificate.supersededBy')
    .leftJoin('courseRule as rule', 'rule.id', 'certificate.ruleId')
    .leftJoin('account as revoker', 'revoker.id', 'certificate.revokedBy')
    .select([
      'certificate.id',
      'certificate.enrolmentId',
      'certificate.number',
      'certificate.status',
      'certificate.name',
    ])
    .select(['certificate.issuedOn', 'certificate.expiresOn', 'certificate.refresherDue', 'certificate.heldTo'])
    .select(['certificate.boundTo', 'certificate.approvedBy', 'certificate.approvalNumber'])
    .select(['certificate.supersession', 'certificate.supersededAt', 'certificate.revokedAt'])
    .select(['certificate.revocationReason', 'successor.number as replacedBy', 'rule.edition as ruleEdition'])
    .select(['revoker.firstName as revokerFirstName', 'revoker.lastName as revokerLastName'])
    .where(among('certificate.enrolmentId', enrolmentIds))
    .where('certificate.status', '<>', 'held')
    .orderBy('certificate.id')
    .execute();

/** The colleagues who teach some courses or batches. */
export const listInstructors = (db: Queryable, of: { courseIds: readonly string[]; batchIds: readonly string[] }) =>
  db
    .selectFrom('account')
    .select(['account.id', 'account.firstName', 'account.lastName', 'account.disabledAt'])
    .select(
      sql<string[]>`array(select course_id from course_instructor
        where account_id = account.id and ${among('course_instructor.course_id', of.courseIds)})`.as('courseIds'),
    )
    .where((e) =>
      e.or([
        e(
          'account.id',
          'in',
          e
            .selectFrom('courseInstructor')
            .select('courseInstructor.accountId')
            .where(among('courseInstructor.courseId', of.courseIds)),
        ),
        e('account.id', 'in', e.selectFrom('batch').select('batch.instructorId').where(among('batch.id', of.batchIds))),
      ]),
    )
    .orderBy(byName)
    .orderBy('account.id')
    .execute();

/** The corrected answer keys of the tests of some courses. */
export const listCorrectedKeys = (db: Queryable, courseIds: readonly string[]) =>
  db
    .selectFrom('answerKeyCorrection')
    .innerJoin('assessment', 'assessment.id', 'answerKeyCorrection.assessmentId')
    .innerJoin('account', 'account.id', 'answerKeyCorrection.changedBy')
    .select([
      'assessment.courseId',
      'answerKeyCorrection.questionText',
      'answerKeyCorrection.oldAnswer',
      'answerKeyCorrection.newAnswer',
    ])
    .select(['answerKeyCorrection.reason', 'answerKeyCorrection.changedAt', 'account.firstName', 'account.lastName'])
    .where(among('assessment.courseId', courseIds))
    .orderBy('answerKeyCorrection.id')
    .execute();

/** Passes that staff have kept although a corrected answer key no longer gives them. */
export const listKeptPasses = (db: Queryable, enrolmentIds: readonly string[]) =>
  db
    .selectFrom('confirmedPass')
    .innerJoin('attempt', 'attempt.id', 'confirmedPass.attemptId')
    .innerJoin('account', 'account.id', 'confirmedPass.keptBy')
    .select([
      'attempt.enrolmentId',
      'confirmedPass.reason',
      'confirmedPass.keptAt',
      'account.firstName',
      'account.lastName',
    ])
    .where(among('attempt.enrolmentId', enrolmentIds))
    .orderBy('confirmedPass.keptAt')
    .execute();

/** People whose messages are looked for by one statement. */
const peopleAtOnce = 100;

/**
 * What was written to the academy on its contact page under the email addresses that some people have or had, each in
 * their own time, with the answers; from a time, and to one where there is one. Nobody has verified who wrote it.
 */
export async function listContacts(
  db: Queryable,
  { people, since, until }: { people: readonly Person[]; since: Date; until: Date | null },
) {
  const messages: Awaited<ReturnType<typeof listMessagesOf>> = [];
  for (let at = 0; at < people.length; at += peopleAtOnce)
    messages.push(...(await listMessagesOf(db, people.slice(at, at + peopleAtOnce), { since, until })));
  const ids = messages.map(({ id }) => id);
  const answers = await db
    .selectFrom('contactAnswer')
    .select(['messageId', 'sentAt', 'text'])
    .where(among('messageId', ids))
    .orderBy('sentAt')
    .execute();
  return messages
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, ...message }) => ({
      ...message,
      answers: answers.flatMap(({ messageId, ...answer }) => (messageId === id ? [answer] : [])),
    }));
}

function listMessagesOf(
  db: Queryable,
  people: readonly Person[],
  { since, until }: { since: Date; until: Date | null },
) {
  const found = db
    .selectFrom('contactMessage')
    .select(['id', 'name', 'email', 'message', 'receivedAt', 'state'])
    .where((e) => e.or(people.map((one) => isUnderAddressOf(one, { email: e.ref('email'), at: e.ref('receivedAt') }))))
    .where('receivedAt', '>=', since);
  return (until ? found.where('receivedAt', '<', until) : found).execute();
}

/** What a pack is about, as the audit names it. */
export type Subjects = Readonly<Record<string, readonly string[]>>;

/** An entry of the audit: its place in the chain, when it was made, and the kind of its subject. */
export type AuditEntry = { place: number; at: Date; kind: string };

/**
 * The entries of the audit about some records that are in its chain, in its order. Of an account they are those about
 * the person, the profile and documents, and not those about logins.
 */
export async function listAuditEntries(db: Queryable, subjects: Subjects): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const [kind, ids] of Object.entries(subjects)) {
    const { rows } = await sql<{ place: number; at: Date }>`
      select seal_index as place, at from audit_event
      where subject_kind = ${kind} and subject_id = any(${ids}::text[]) and seal_index is not null
        and (${kind} <> 'account' or action ~ '^(profile|identity|people)[.]'
          or action in ('account.approve', 'account.correct-name', 'account.invite', 'account.add-qualification',
            'account.remove-qualification'))`.execute(db);
    for (const { place, at } of rows) entries.push({ place: Number(place), at, kind });
  }
  return entries.sort((a, b) => a.place - b.place);
}
