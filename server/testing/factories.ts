import type { Role } from '@fairlead/contract/platform/permissions';
import sharp from 'sharp';
import { sessionLifeOf } from '../features/accounts/rules.ts';
import { transaction } from '../platform/db/database.ts';
import { insertStoredFile } from '../platform/files/stored-files.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * Rows as the starting point of a test, inserted directly into the database; each function creates the parent rows that
 * it needs.
 */
export type Program = Pick<Platform, 'db' | 'files' | 'clock'>;

/** A person with an open session. */
export type Person = { accountId: string; sessionId: string; role: Role; email: string };

let people = 0;

/** An approved person of a role, signed in. */
export async function addPerson(
  { db, clock }: Pick<Program, 'db' | 'clock'>,
  role: Role = 'learner',
  details: Partial<{ email: string; firstName: string; lastName: string }> = {},
): Promise<Person> {
  const email = details.email ?? `person-${++people}@example.org`;
  return transaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('account')
      .values({
        prefix: 'Mr',
        firstName: 'Asha',
        lastName: `Nair ${people}`,
        mobile: '9876543210',
        passwordHash: 'no password opens this account',
        emailVerifiedAt: clock(),
        approvedAt: clock(),
        createdAt: clock(),
        role,
        ...details,
        email,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const expiresAt = new Date(clock().getTime() + sessionLifeOf(role).inAll * 1000);
    const session = await tx
      .insertInto('session')
      .values({ accountId: id, createdAt: clock(), lastUsedAt: clock(), expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { accountId: id, sessionId: session.id, role, email };
  });
}

let courses = 0;

/** A course; `validityMonths` null means that certificates do not expire. */
export async function addCourse(
  { db, clock }: Program,
  details: Partial<{
    title: string;
    category: string;
    validityMonths: number | null;
    isActive: boolean;
    isDraft: boolean;
    format: 'online' | 'classroom' | 'both';
    speedChosen: boolean;
  }> = {},
): Promise<{ id: string; title: string }> {
  const times = { createdAt: clock(), updatedAt: clock() };
  return db
    .insertInto('course')
    .values({
      title: `Enclosed Space Entry ${++courses}`,
      description: 'How to enter a tank and come out again.',
      duration: '2 days',
      price: 4500,
      category: 'Safety',
      regulations: 'SOLAS XI-1/7',
      subjects: JSON.stringify(['Hazards', 'Testing the air', 'Rescue']),
      validityMonths: 24,
      speedChosen: true,
      ...times,
      ...details,
    })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow();
}

/** A learner's enrolment, approved by default. */
export async function enrol(
  { db, clock }: Program,
  { accountId }: Pick<Person, 'accountId'>,
  courseId: string,
  status: 'pending' | 'approved' | 'rejected' = 'approved',
): Promise<string> {
  const { id } = await db
    .insertInto('enrolment')
    .values({ accountId, courseId, status, requestedAt: clock() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Films of a course without content, one for each duration in seconds. Returns their ids in order. */
export async function addFilms({ db, clock }: Program, courseId: string, durations: readonly number[]) {
  return transaction(db, async (tx) => {
    const { id: setId } = await tx
      .insertInto('trainingSet')
      .values({ courseId, title: 'Training', createdAt: clock() })
      .onConflict((conflict) => conflict.column('courseId').doUpdateSet({ title: 'Training' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const live = tx.selectFrom('film').select('id').where('setId', '=', setId).where('removedAt', 'is', null);
    const before = await live.execute();
    const films: string[] = [];
    for (const durationSeconds of durations) {
      const serial = before.length + films.length + 1;
      const film = { setId, serial, title: `Film ${serial}`, durationSeconds, width: 640, height: 360 };
      const file = await insertStoredFile(tx, noContent('trainingVideo', 'video/mp4'), { ownerId: null });
      const { id } = await tx
        .insertInto('film')
        .values({ ...film, fileId: file.id, createdAt: clock() })
        .returning('id')
        .executeTakeFirstOrThrow();
      films.push(id);
    }
    return { setId, films };
  });
}

/** A package of a course without content, in which an enrolment has stored something. */
export async function addPackageWork(
  program: Program,
  { course, enrolmentId }: { course: { id: string }; enrolmentId: string },
): Promise<void> {
  const { db, clock } = program;
  const [filmId = ''] = (await addFilms(program, course.id, [60])).films;
  await db.updateTable('film').set({ kind: 'package' }).where('id', '=', filmId).execute();
  const file = await transaction(db, (tx) =>
    insertStoredFile(tx, noContent('trainingVideo', 'video/mp4'), { ownerId: null }),
  );
  const key = { enrolmentId, filmId };
  await db
    .insertInto('watching')
    .values({ ...key, openedAt: clock(), updatedAt: clock() })
    .execute();
  const { id: versionId } = await db
    .insertInto('packageVersion')
    .values({ filmId, number: 1, fileId: file.id, manifest: '{"items":[]}', createdAt: clock() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('packageRun')
    .values({ ...key, versionId, beganAt: clock() })
    .execute();
  const state = {
    itemId: 'lesson',
    revision: 1,
    pageId: versionId,
    data: '{}',
    status: 'completed',
    isComplete: true,
  };
  await db
    .insertInto('packageState')
    .values({ ...key, ...state, updatedAt: clock() })
    .execute();
}

/** A stored file without content. */
export function noContent(
  folder: 'trainingVideo' | 'id_documents' | 'signatures',
  contentType: 'video/mp4' | 'image/png',
) {
  const filename = `${crypto.randomUUID()}.${contentType === 'video/mp4' ? 'mp4' : 'png'}`;
  return { folder, filename, contentType, sizeBytes: 1, sha256: '', originalName: 'made-by-a-test' } as const;
}

/** A learner's profile, whose portrait is a real picture. */
export async function addProfile(
  { db, files, clock }: Program,
  { accountId }: Pick<Person, 'accountId'>,
  details: Partial<{
    name: string;
    ownScriptName: string;
    birthDate: string;
    passportNumber: string;
    passportExpiresOn: string;
    cdcNumber: string;
    indosNumber: string;
    identityChangedAt: Date;
  }> = {},
): Promise<void> {
  const picture = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  const portrait = await files.keep(await files.receiveOwn(picture, 'image/jpeg', 'me.jpg'), 'profile_pictures');
  await transaction(db, async (tx) => {
    const owner = { ownerId: accountId };
    const profilePicture = await insertStoredFile(tx, portrait, owner);
    const idDocument = await insertStoredFile(tx, noContent('id_documents', 'image/png'), owner);
    const signature = await insertStoredFile(tx, noContent('signatures', 'image/png'), owner);
    await tx
      .insertInto('seafarerProfile')
      .values({
        accountId,
        name: 'Asha Nair',
        birthDate: '1990-05-17',
        phone: '+919876543210',
        streetAddress: '4 Dock Road',
        city: 'Kochi',
        state: 'Kerala',
        country: 'India',
        postalCode: '682003',
        passportNumber: 'N1234567',
        passportExpiresOn: '2031-01-01',
        cdcNumber: 'MUM 123456',
        cdcExpiresOn: '2030-01-01',
        gradeNumber: 'G-42',
        indosNumber: '12GL3456',
        idType: 'PAN',
        profilePictureId: profilePicture.id,
        idDocumentId: idDocument.id,
        signatureId: signature.id,
        createdAt: clock(),
        updatedAt: clock(),
        ...details,
      })
      .execute();
  });
}

/** Marks an enrolment's training as submitted, without a check of what was watched. */
export async function completeTraining({ db, clock }: Program, enrolmentId: string): Promise<void> {
  await db.insertInto('trainingCompletion').values({ enrolmentId, kind: 'films', completedAt: clock() }).execute();
}

/** A learner's progress in a film: the given number of seconds from its beginning. */
export async function addWatching(
  { db, clock }: Program,
  of: { enrolmentId: string; filmId: string; seconds: number; completed?: boolean },
): Promise<void> {
  const { enrolmentId, filmId, seconds: watchedSeconds, completed = false } = of;
  await db
    .insertInto('watching')
    .values({
      enrolmentId,
      filmId,
      watchedSeconds,
      openedAt: clock(),
      updatedAt: clock(),
      intervals: JSON.stringify([[0, watchedSeconds]]),
      completedAt: completed ? clock() : null,
    })
    .execute();
}

let batches = 0;

/** A batch of a course that is held in the classroom: by default three days from a week after the clock, one seat. */
export async function addBatch(
  { db }: Pick<Program, 'db'>,
  courseId: string,
  details: Partial<{
    code: string;
    firstDay: string;
    lastDay: string;
    restDays: string;
    startsAt: string;
    endsAt: string;
    seats: number;
    instructorId: string;
    state: 'open' | 'closed' | 'cancelled';
  }> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('batch')
    .values({
      courseId,
      code: `B-${++batches}`,
      firstDay: '2026-11-27',
      lastDay: '2026-11-29',
      startsAt: '09:00',
      endsAt: '17:00',
      venue: 'Room 2, Willingdon Island',
      seats: 1,
      createdAt: new Date('2026-11-01T06:30:00Z'),
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
