import type { CourseInput, NewCourseInput } from '@fairlead/contract/courses/calls';
import { appendAudit } from '../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Incoming, type KeptFile, keepFor } from '../../platform/files/files.ts';
import { courseCover, preparePicture } from '../../platform/files/pictures.ts';
import { insertStoredFile, markDeleted } from '../../platform/files/stored-files.ts';
import type { Actor } from '../../platform/http/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { fullName } from '../accounts/index.ts';
import { getRuleInForce } from './course-rules/queries.ts';
import { monthsOf, withMonths } from './course-rules/rules.ts';
import { addEdition, lockRule } from './course-rules/save-rule.ts';
import { type CourseRow, findLastEditor, getCourse, noSuchCourse } from './queries.ts';
import { currentValues } from './rules.ts';
import { toColumns, toMonths } from './wire.ts';

type Writing = { input: CourseInput; image: Incoming | undefined; ip: string };
type Creating = Omit<Writing, 'input'> & { input: NewCourseInput; actor: Actor };
type Editing = Writing & { actorId: string; seenVersion: number | undefined };

/**
 * Stores the picture and runs `write` in a transaction; the file is kept only if that succeeds. Without a picture it
 * only runs `write`.
 */
async function withCover<T>({ db, files }: Platform, image: Incoming | undefined, write: Write<T>): Promise<T> {
  if (!image) return transaction(db, (tx) => write(tx, undefined));
  const cover = await preparePicture(image, courseCover);
  return keepFor(files, [{ file: cover, folder: 'courseImg' }], ([kept]) => transaction(db, (tx) => write(tx, kept)));
}
type Write<T> = (tx: Tx, cover: KeptFile | undefined) => Promise<T>;

/** Inserts the row of a picture; a course picture has no owner. */
const insertCover = async (tx: Tx, cover: KeptFile) => (await insertStoredFile(tx, cover, { ownerId: null })).id;

/**
 * Creates a course, which is offered at once unless it is a draft. An actor without access to all courses is assigned
 * to the new one.
 *
 * @throws AppError `invalid` without a picture, which a draft may lack; `bad-file` for one that cannot be accepted.
 */
export async function createCourse(platform: Platform, { input: { draft, ...input }, image, actor, ip }: Creating) {
  const isDraft = draft === 'yes';
  if (!image && !isDraft) {
    const message = 'Please upload an image for the course';
    throw new AppError('invalid', message, { fields: { courseImg: message } });
  }
  const now = platform.clock();
  return withCover(platform, image, async (tx, cover) => {
    const { id } = await tx
      .insertInto('course')
      .values({
        highestSpeed: 1,
        ...toColumns(input),
        speedChosen: true,
        isActive: !isDraft,
        isDraft,
        imageId: cover ? await insertCover(tx, cover) : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const actorId = actor.accountId;
    if (!actor.may('courses:all')) {
      await tx.insertInto('courseInstructor').values({ courseId: id, accountId: actorId }).execute();
    }
    const today = dayAt(now, platform.config.timeZone);
    await addEdition(tx, { courseId: id, edition: 1, rule: firstRule(input), appliesFrom: null, actorId, now, today });
    await appendAudit(tx, { actorId, action: 'course.create', subject: { kind: 'course', id }, ip });
    await platform.changes.record(tx, 'public-pages');
    return getCourse(tx, id);
  });
}

/** The rule of a new course: only the months are known. */
const firstRule = (input: CourseInput) =>
  withMonths(
    {
      qualification: '',
      regulation: '',
      competenceTable: '',
      modelCourse: '',
      standard: '',
      kind: 'first' as const,
      kindOf: '',
      source: '',
      sourceDate: null,
      approval: '',
      approvalNumber: '',
      approvalUntil: null,
      approvalChangedOn: null,
      validity: 'unlimited' as const,
      validityMonths: null,
      boundTo: '',
      requirements: { certificates: [], minimumAge: null, seaMonths: null, medical: false },
    },
    toMonths(input) ?? null,
  );

/**
 * Updates a course, with a new picture if one is given; the previous picture is then marked as deleted.
 *
 * @throws AppError `not-found`, `bad-file` for a picture that cannot be accepted, or `stale` if somebody has changed
 * the course since `seenVersion`; without `seenVersion` there is no such check.
 */
export async function updateCourse(platform: Platform, id: string, writing: Editing): Promise<CourseRow> {
  const { input, image, actorId, ip, seenVersion } = writing;
  const now = platform.clock();
  const today = dayAt(now, platform.config.timeZone);
  // Check first, so that no picture is processed in vain.
  await refuseStale(platform.db, await getCourse(platform.db, id), { ...writing, today });
  return withCover(platform, image, async (tx, cover) => {
    // Concurrent edits run one after another: the second is refused as stale, and no picture is left unreferenced.
    const before = await tx
      .selectFrom('course')
      .select(['imageId', 'highestSpeed', 'speedChosen'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw noSuchCourse();
    if (seenVersion !== undefined) await refuseStale(tx, await getCourse(tx, id), { ...writing, today });
    await changeMonths(tx, { courseId: id, months: toMonths(input), actorId, now, today });
    const imageId = cover ? await insertCover(tx, cover) : before.imageId;
    const columns = toColumns(input);
    const speedChosen = before.speedChosen || (columns.highestSpeed ?? before.highestSpeed) !== before.highestSpeed;
    await tx
      .updateTable('course')
      .set((course) => ({ ...columns, speedChosen, imageId, updatedAt: now, version: course('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    if (cover && before.imageId) await markDeleted(tx, before.imageId, now);
    await appendAudit(tx, { actorId, action: 'course.update', subject: { kind: 'course', id }, ip });
    await platform.changes.record(tx, 'public-pages');
    return getCourse(tx, id);
  });
}

type Months = { courseId: string; months: number | null | undefined; actorId: string; now: Date; today: CalendarDate };

/** Adds an edition to the rule of a course where the months of its form are not those of the rule, from today on. */
async function changeMonths(tx: Tx, { courseId, months, actorId, now, today }: Months): Promise<void> {
  const newest = await lockRule(tx, courseId);
  const {
    id: _,
    courseId: __,
    createdAt: ___,
    edition: ____,
    appliesFrom: _____,
    ...rule
  } = await getRuleInForce(tx, courseId, today);
  if (months === undefined || months === monthsOf(rule)) return;
  const edition = { courseId, edition: newest + 1, rule: withMonths(rule, months), appliesFrom: today };
  await addEdition(tx, { ...edition, actorId, now, today });
}

/**
 * Refuses an edit of an older version, naming who wrote the newer one and the current values that differ. If no value
 * differs there is no conflict: the response to a first attempt was lost.
 */
async function refuseStale(
  db: Queryable,
  course: CourseRow,
  { input, image, actorId, seenVersion, today }: Editing & { today: CalendarDate },
) {
  if (seenVersion === undefined || seenVersion === course.version) return;
  const rule = await getRuleInForce(db, course.id, today);
  const fields = currentValues({ ...course, validityMonths: monthsOf(rule) }, input);
  if (Object.keys(fields).length === 0 && !image) return;
  const editor = await findLastEditor(db, course.id);
  const who = editor?.id === actorId ? 'You have' : `${editor ? fullName(editor) : ''} has`;
  throw new AppError('stale', `${who} changed this course after you opened it.`, { fields });
}
