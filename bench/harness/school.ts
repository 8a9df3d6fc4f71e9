import { openSession } from '../../server/features/accounts/sign-in/sessions.ts';
import { type Db, transaction } from '../../server/platform/db/database.ts';
import { readConfig } from '../../server/settings/config.ts';
import { statedAcademy } from '../../server/testing/stated-academy.ts';
import { addCourses, addLearners } from './academy.ts';

/** A learner who can log in, with the token of an open session. */
export type SignedIn = { id: string; accessToken: string };

const options = ['Red', 'Green', 'White', 'Yellow'];

const one = <T>(rows: readonly T[]): T => {
  const [first] = rows;
  if (first === undefined) throw new Error('Nothing was written');
  return first;
};

const hoursAhead = 6;

/**
 * What opens a session of a place. Its access token is valid for some hours: with the quarter of an hour that it has
 * otherwise, the requests of a measurement would be refused where other work makes it take longer.
 */
export const sessionMeans = (dataDir: string) => ({
  config: readConfig({ ...statedAcademy, DATA_DIR: dataDir }),
  clock: () => new Date(Date.now() + hoursAhead * 3_600_000),
});

/**
 * Adds the given number of signed-in learners to a place; their tokens are valid for the server that is started on the
 * same folder.
 */
export async function addSignedIn(db: Db, dataDir: string, count: number): Promise<SignedIn[]> {
  const means = sessionMeans(dataDir);
  const people = await addLearners(db, count);
  return transaction(db, async (tx) => {
    const signedIn: SignedIn[] = [];
    for (const { id } of people) {
      const account = { id, role: 'learner' as const };
      const { accessToken } = await openSession(tx, means, { account, ip: '127.0.0.1', userAgent: 'bench' });
      signedIn.push({ id, accessToken });
    }
    return signedIn;
  });
}

/** Adds a course for which the learners are approved, or ask; returns the ids of their enrolments in order. */
export async function addCourseFor(
  db: Db,
  people: readonly { id: string }[],
  status: 'approved' | 'pending' = 'approved',
) {
  await addCourses(db, 1);
  const { id: courseId } = one(await db.selectFrom('course').select('id').orderBy('createdAt', 'desc').execute());
  const enrolments = await db
    .insertInto('enrolment')
    .values(people.map(({ id }) => ({ accountId: id, courseId, status, requestedAt: new Date() })))
    .returning(['id', 'accountId'])
    .execute();
  return { courseId, enrolments };
}

/** Adds a film of the given length in seconds to a course; those enrolled opened it the given number of hours ago. */
export async function addOpenedFilm(
  db: Db,
  course: Awaited<ReturnType<typeof addCourseFor>>,
  opened: { seconds: number; hoursAgo: number },
): Promise<string> {
  return one(await addFilmsOpened(db, course, { ...opened, count: 1 }));
}

/** The same for some films. */
export async function addFilmsOpened(
  db: Db,
  { courseId, enrolments }: Awaited<ReturnType<typeof addCourseFor>>,
  { count, seconds, hoursAgo }: { count: number; seconds: number; hoursAgo: number },
): Promise<string[]> {
  const now = new Date();
  const set = { courseId, title: 'Survival craft', createdAt: now };
  const { id: setId } = one(await db.insertInto('trainingSet').values(set).returning('id').execute());
  const fileId = await addStoredFile(db, 'films', 'film.mp4', 'video/mp4');
  const film = { setId, title: 'Launching', fileId, durationSeconds: seconds, width: 640, height: 360, createdAt: now };
  const films = Array.from({ length: count }, (_, index) => ({ ...film, serial: index + 1 }));
  const ids = (await db.insertInto('film').values(films).returning('id').execute()).map(({ id }) => id);
  const openedAt = new Date(now.getTime() - hoursAgo * 3_600_000);
  const opened = { openedAt, intervals: '[]', updatedAt: now };
  await db
    .insertInto('watching')
    .values(enrolments.flatMap(({ id }) => ids.map((filmId) => ({ enrolmentId: id, filmId, ...opened }))))
    .execute();
  return ids;
}

/** Adds an assessment to a course, with the given number of questions whose first option is correct. */
export async function addTestOf(db: Db, courseId: string, questions: number) {
  const now = new Date();
  const assessment = { courseId, isPublished: true, createdAt: now };
  const { id: assessmentId } = one(await db.insertInto('assessment').values(assessment).returning('id').execute());
  const version = { assessmentId, number: 1, title: 'Lights', passMark: 100, createdAt: now };
  const { id: versionId } = one(await db.insertInto('assessmentVersion').values(version).returning('id').execute());
  const asked = Array.from({ length: questions }, (_, i) => ({
    versionId,
    position: i + 1,
    text: `Which light in case ${i + 1}?`,
    options: JSON.stringify(options),
    correctOption: 0,
  }));
  const rows = await db.insertInto('question').values(asked).returning('id').execute();
  return { courseId, assessmentId, versionId, questions: rows.map(({ id }) => id) };
}

/**
 * Adds what an assessment requires besides an enrolment: a profile, and unless told otherwise the completed training.
 */
export async function addReadiness(
  db: Db,
  enrolments: readonly { id: string; accountId: string }[],
  { trained = true }: { trained?: boolean } = {},
): Promise<void> {
  const now = new Date();
  const file = await addStoredFile(db, 'signatures', 'x.png', 'image/png');
  const facts = { name: 'Asha Nair', birthDate: '1990-05-17', phone: '+919876543210', streetAddress: '1 Dock Road' };
  const place = { city: 'Kochi', state: 'Kerala', country: 'India', postalCode: '682001' };
  const passport = { passportExpiresOn: '2031-01-01' };
  const cdc = { cdcNumber: 'C1', cdcExpiresOn: '2031-01-01', gradeNumber: 'G', idType: 'PAN' };
  // with one number for all, staff would be warned of each in the request of every other
  const first = Number(
    (
      await db
        .selectFrom('seafarerProfile')
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
  const numbers = (index: number) => {
    const digits = String(first + index).padStart(7, '0');
    return { passportNumber: `N${digits}`, indosNumber: `${digits.slice(0, 2)}AB${digits.slice(3)}` };
  };
  const files = { profilePictureId: file, idDocumentId: file, signatureId: file };
  const profile = { ...facts, ...place, ...passport, ...cdc, ...files, createdAt: now, updatedAt: now };
  await db
    .insertInto('seafarerProfile')
    .values(enrolments.map(({ accountId }, index) => ({ accountId, ...profile, ...numbers(index) })))
    .execute();
  if (!trained) return;
  await db
    .insertInto('trainingCompletion')
    .values(enrolments.map(({ id }) => ({ enrolmentId: id, kind: 'films' as const, completedAt: now })))
    .execute();
}

/**
 * Adds learners who watch a film of four hours, which they opened eight hours ago, and may sit the test of its course.
 */
export async function addTrainees(db: Db, dataDir: string, count: number, questions: number) {
  const people = await addSignedIn(db, dataDir, count);
  const course = await addCourseFor(db, people);
  await addReadiness(db, course.enrolments);
  const filmId = await addOpenedFilm(db, course, { seconds: 4 * 3600, hoursAgo: 8 });
  const { assessmentId } = await addTestOf(db, course.courseId, questions);
  const accounts = await db.selectFrom('account').select('email').execute();
  return { courseId: course.courseId, filmId, assessmentId, people, emails: accounts.map(({ email }) => email) };
}

async function addStoredFile(db: Db, folder: string, originalName: string, contentType: string): Promise<string> {
  const filename = `${crypto.randomUUID()}.${originalName.split('.').at(-1)}`;
  const file = { folder, filename, contentType, sizeBytes: 1, sha256: '', originalName };
  const { id } = await db.insertInto('storedFile').values(file).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** An administrator with an open session; returns the access token. */
export async function addStaff(db: Db, dataDir: string): Promise<string> {
  const now = new Date();
  const person = { prefix: 'Mrs' as const, firstName: 'Meera', lastName: 'Menon', mobile: '9820012345' };
  const account = await db
    .insertInto('account')
    .values({
      ...person,
      email: 'admin@example.org',
      role: 'admin',
      passwordHash: '-',
      emailVerifiedAt: now,
      approvedAt: now,
    })
    .returning(['id', 'role'])
    .executeTakeFirstOrThrow();
  return transaction(db, async (tx) => {
    const { accessToken } = await openSession(tx, sessionMeans(dataDir), {
      account,
      ip: '127.0.0.1',
      userAgent: undefined,
    });
    return accessToken;
  });
}
