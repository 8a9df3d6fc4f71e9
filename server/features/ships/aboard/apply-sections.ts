import { sql } from 'kysely';
import { among } from '../../../platform/db/among.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type Stretch, secondsIn, union } from '../../training/index.ts';
import { usedCode } from '../codes.ts';
import type { CourseSection, PackedFile, PersonSection, Section, ShipSection } from '../content.ts';

// What was decided ashore replaces what is here: it is read-only aboard, but for what somebody has watched since.

/** A hash that no password has: the person has no PIN yet. */
export const noPin = 'no PIN was chosen';

/**
 * Makes the database of a ship's computer hold these sections and nothing else, and deletes what belongs to people who
 * are signed off, except the signed record of what they watched, which names nobody and waits to be sent.
 *
 * @returns whether the academy has more of a record than this box has written: the box was restored or copied.
 */
export async function applySections(tx: Tx, sections: readonly Section[], now: Date): Promise<boolean> {
  const ship = sections.find((one): one is ShipSection => one.kind === 'ship');
  const courses = sections.filter((one): one is CourseSection => one.kind === 'course');
  const people = sections.filter((one): one is PersonSection => one.kind === 'person');
  if (!ship) return false;
  const { id, name, imo } = ship;
  await tx
    .insertInto('ship')
    .values({ id, name, imo, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, imo }))
    .execute();
  await tx
    .insertInto('academySettings')
    .values({ name: ship.academy })
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet({ name: ship.academy }))
    .execute();
  for (const course of courses) await applyCourse(tx, course, now);
  const keptCourses = courses.map((course) => course.id);
  await tx
    .updateTable('film')
    .set({ removedAt: now })
    .where('removedAt', 'is', null)
    .where('setId', 'in', (of) => {
      const sets = of.selectFrom('trainingSet').select('id');
      return keptCourses.length > 0 ? sets.where('courseId', 'not in', keptCourses) : sets;
    })
    .execute();
  await signOffOthers(
    tx,
    people.map((person) => person.id),
  );
  let isBehind = false;
  for (const person of people) if (await applyPerson(tx, ship.id, person, now)) isBehind = true;
  return isBehind;
}

async function applyCourse(tx: Tx, section: CourseSection, now: Date): Promise<void> {
  const { id, title, description, duration, category, regulations, format, highestSpeed, set, films } = section;
  const course = { title, description, duration, category, regulations, format, highestSpeed };
  const values = { ...course, subjects: JSON.stringify(section.subjects), updatedAt: now };
  await tx
    .insertInto('course')
    .values({ id, ...values, price: 0, isActive: true, speedChosen: true, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
  if (!set) return;
  await tx
    .insertInto('trainingSet')
    .values({ id: set.id, courseId: id, title: set.title, createdAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ title: set.title }))
    .execute();
  // places are exchanged, and no two films have the same one meanwhile
  await tx
    .updateTable('film')
    .set({ removedAt: now })
    .where('setId', '=', set.id)
    .where('removedAt', 'is', null)
    .execute();
  for (const film of films) {
    const { media, playlist, poster, texts, checks } = film;
    const mediaId = await rowOf(tx, media);
    const playlistId = playlist && (await rowOf(tx, playlist));
    const facts = {
      ...{ setId: set.id, serial: film.serial, title: film.title, durationSeconds: film.durationSeconds },
      ...{ width: film.width, height: film.height, fileId: mediaId, removedAt: null },
      posterFileId: poster && (await rowOf(tx, poster)),
      ladderFileId: playlistId,
      originalPlays: playlistId === null,
    };
    await tx
      .insertInto('film')
      .values({ id: film.id, ...facts, createdAt: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
      .execute();
    await tx.deleteFrom('filmRendition').where('filmId', '=', film.id).execute();
    if (playlistId)
      await tx
        .insertInto('filmRendition')
        .values({ filmId: film.id, lines: section.lines ?? film.height, fileId: mediaId, playlistFileId: playlistId })
        .execute();
    await tx.deleteFrom('filmText').where('filmId', '=', film.id).execute();
    for (const { kind, language, ...file } of texts)
      await tx
        .insertInto('filmText')
        .values({ filmId: film.id, kind, language, fileId: await rowOf(tx, file) })
        .execute();
    for (const { options, ...check } of checks) {
      // without the right answer: that is judged ashore
      const asked = { ...check, options: options && JSON.stringify(options), answer: null, removedAt: null };
      await tx
        .insertInto('filmCheck')
        .values({ ...asked, filmId: film.id, createdAt: now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(asked))
        .execute();
    }
    const kept = checks.map((check) => check.id);
    let gone = tx
      .updateTable('filmCheck')
      .set({ removedAt: now })
      .where('filmId', '=', film.id)
      .where('removedAt', 'is', null);
    if (kept.length > 0) gone = gone.where('id', 'not in', kept);
    await gone.execute();
  }
}

/**
 * The row of a file, which has the SHA-256 of its content once that is here (`isHere`).
 */
async function rowOf(tx: Tx, { name, bytes, type }: PackedFile): Promise<string> {
  const named = { folder: 'trainingVideo', filename: name };
  await tx
    .insertInto('storedFile')
    .values({ ...named, contentType: type, sizeBytes: bytes, sha256: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('storedFile')
    .select('id')
    .where('folder', '=', named.folder)
    .where('filename', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns whether the academy has more of a record than this box has written. */
async function applyPerson(tx: Tx, shipId: string, person: PersonSection, now: Date): Promise<boolean> {
  const { id, prefix, firstName, lastName, codeHash } = person;
  const named = { prefix, firstName, lastName };
  await tx
    .insertInto('account')
    .values({
      ...{ id, ...named, mobile: '', passwordHash: noPin, role: 'learner' },
      // no email leaves the academy
      email: `${id}@ship.invalid`,
      ...{ emailVerifiedAt: now, approvedAt: now, createdAt: now },
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(named))
    .execute();
  const member = await tx.selectFrom('shipMember').select('codeHash').where('accountId', '=', id).executeTakeFirst();
  if (!member) await tx.insertInto('shipMember').values({ accountId: id, shipId, signedOnAt: now, codeHash }).execute();
  else if (![codeHash, usedCode(codeHash)].includes(member.codeHash)) {
    // the academy has given a new code, to somebody who has forgotten the PIN
    await tx.updateTable('shipMember').set({ codeHash }).where('accountId', '=', id).execute();
    await tx.updateTable('account').set({ passwordHash: noPin }).where('id', '=', id).execute();
    // who has seen the PIN may be logged in with it
    await deleteSessions(tx, id);
  }
  await removeEnrolments(
    tx,
    id,
    person.enrolments.map((one) => one.id),
  );
  let isBehind = false;
  for (const enrolment of person.enrolments) if (await applyEnrolment(tx, id, enrolment, now)) isBehind = true;
  return isBehind;
}

type EnrolmentSection = PersonSection['enrolments'][number];

async function applyEnrolment(
  tx: Tx,
  accountId: string,
  { id, courseId, pass, watching, checks }: EnrolmentSection,
  now: Date,
): Promise<boolean> {
  await tx
    .insertInto('enrolment')
    .values({ id, accountId, courseId, status: 'approved', requestedAt: now, decidedAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ status: 'approved', supersededAt: null }))
    .execute();
  const films = pass.films.map((film) => film.id);
  const own = await tx.selectFrom('watching').selectAll().where('enrolmentId', '=', id).execute();
  for (const one of watching) {
    const { filmId, highestSpeed, position, completed } = one;
    const before = own.find((row) => row.filmId === filmId);
    const intervals = union([...((before?.intervals as unknown as Stretch[] | undefined) ?? []), ...one.intervals]);
    const state = {
      highestSpeed,
      intervals: JSON.stringify(intervals),
      watchedSeconds: secondsIn(intervals),
      completedAt: before?.completedAt ?? (completed ? now : null),
    };
    await tx
      .insertInto('watching')
      // the clock of a film runs aboard from its arrival: the box's own clock may be wrong by years
      .values({ enrolmentId: id, filmId, openedAt: now, updatedAt: now, positionSeconds: position, ...state })
      .onConflict((conflict) => conflict.columns(['enrolmentId', 'filmId']).doUpdateSet(state))
      .execute();
  }
  for (const { answered, ...check } of checks)
    await tx
      .insertInto('presenceCheck')
      .values({ ...check, enrolmentId: id, answeredAt: answered ? now : null })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(answered ? { answeredAt: now } : { atSeconds: check.atSeconds }),
      )
      .execute();
  return keepRecord(tx, { id, pass, watching: watching.filter(({ filmId }) => films.includes(filmId)) });
}

/** Begins the record of a pass, or notes what was credited otherwise; returns whether the academy has more of it. */
async function keepRecord(
  tx: Tx,
  { id, pass, watching }: Pick<EnrolmentSection, 'id' | 'pass' | 'watching'>,
): Promise<boolean> {
  const records = await tx
    .selectFrom('shipRecord')
    .selectAll()
    .where('enrolment', '=', id)
    .orderBy('passId', 'desc')
    .execute();
  const record = records.find(({ passId }) => passId === pass.id);
  const recorded = { ...((records[0]?.recorded ?? {}) as unknown as Record<string, readonly Stretch[]>) };
  for (const { filmId, intervals } of watching) recorded[filmId] = union([...(recorded[filmId] ?? []), ...intervals]);
  const written = record ? record.headNumber + (record.links as string[]).length : 0;
  if (pass.head.number > written) return true;
  if (record) {
    await tx
      .updateTable('shipRecord')
      .set({ recorded: JSON.stringify(recorded) })
      .where('passId', '=', pass.id)
      .execute();
  } else {
    const begun = {
      passId: pass.id,
      enrolment: id,
      films: JSON.stringify(pass.films),
      recorded: JSON.stringify(recorded),
      answers: JSON.stringify(Object.assign({}, ...records.map(({ answers }) => answers))),
    };
    await tx
      .insertInto('shipRecord')
      .values({ ...begun, headNumber: 0, hashAtHead: '' })
      .execute();
    // those of an identity that was given up
    await tx.deleteFrom('shipRecord').where('enrolment', '=', id).where(sql<boolean>`films = '[]'`).execute();
  }
  return false;
}

/** Deletes the enrolments of a person that are not among these, with what was watched. */
async function removeEnrolments(tx: Tx, accountId: string, kept: readonly string[]): Promise<void> {
  let gone = tx.selectFrom('enrolment').select('id').where('accountId', '=', accountId);
  if (kept.length > 0) gone = gone.where('id', 'not in', kept);
  const ids = (await gone.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of ['presenceCheck', 'watchSitting', 'watching', 'trainingCompletion'] as const)
    await tx.deleteFrom(table).where(among('enrolmentId', ids)).execute();
  await tx.deleteFrom('enrolment').where(among('id', ids)).execute();
  await forgetSentRecords(tx);
}

/** Deletes the records of enrolments that are gone, once nothing of them waits to be sent. */
export async function forgetSentRecords(tx: Tx): Promise<void> {
  await sql`delete from ship_record where links = '[]' and answers = '{}'
    and not exists (select from enrolment where enrolment.id = ship_record.enrolment)`.execute(tx);
}

/** Deletes everybody who is not among these. */
async function signOffOthers(tx: Tx, kept: readonly string[]): Promise<void> {
  let gone = tx.selectFrom('account').select('id').where('role', '=', 'learner');
  if (kept.length > 0) gone = gone.where('id', 'not in', kept);
  for (const { id } of await gone.execute()) {
    await removeEnrolments(tx, id, []);
    await deleteSessions(tx, id);
    await tx.deleteFrom('shipMember').where('accountId', '=', id).execute();
    await tx.deleteFrom('account').where('id', '=', id).execute();
  }
}

async function deleteSessions(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('refreshToken')
    .where('sessionId', 'in', (of) => of.selectFrom('session').select('id').where('accountId', '=', accountId))
    .execute();
  await tx.deleteFrom('session').where('accountId', '=', accountId).execute();
}
