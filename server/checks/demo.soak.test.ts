import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { academy } from '@fairlead/contract/academy/calls';
import { accounts } from '@fairlead/contract/accounts/calls';
import { assessments } from '@fairlead/contract/assessments/calls';
import { certificates } from '@fairlead/contract/certificates/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { fitToJoin } from '@fairlead/contract/fit-to-join/calls';
import { checklists } from '@fairlead/contract/fit-to-join/checklists';
import { overview } from '@fairlead/contract/overview/calls';
import { peopleImport } from '@fairlead/contract/people-import/calls';
import { training } from '@fairlead/contract/training/calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCourses } from '../../demo/courses.ts';
import { demoCrew } from '../../demo/crew.ts';
import { type Caller, callerOn } from '../../demo/load/caller.ts';
import { demoPackage } from '../../demo/load/packages.ts';
import { markUnfinished, requireEmptyAcademy } from '../../demo/load/require-empty.ts';
import { demoPassword, demoSeafarers } from '../../demo/people.ts';
import type { DemoEnrolment } from '../../demo/person.ts';
import { contactMessages } from '../../demo/visitors.ts';
import { demoWallets } from '../../demo/wallets.ts';
import { academyName } from '../features/academy/queries.ts';
import { singleChoice } from '../features/assessments/testing/assessments.ts';
import { prepareFilmJob } from '../features/training/films/preparation-queue.ts';
import { Changes } from '../platform/changes/changes.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { createFiles } from '../platform/files/files.ts';
import { createLog } from '../platform/http/log.ts';
import { createKeys } from '../platform/keys/keys.ts';
import { buildApp } from '../program/app.ts';
import { readConfig } from '../settings/config.ts';
import type { Run } from '../testing/command.ts';
import { databaseLocation } from '../testing/database.ts';
import { silentLog } from '../testing/databases.ts';
import { forbiddenMailServer, runDemo, type Snapshot, snapshotOf } from './testing/demo-command.ts';

const place = await databaseLocation();
const registrar = 'registrar@example.org';
const teacher = 'suresh.menon@example.org';
const admin = 'admin@fairlead.example';

const mailServer = await forbiddenMailServer();
const open = () => openDatabase({ ...place, log: silentLog });

let first: Run;
let again: Run & { filled: Snapshot; after: Snapshot };
let db: Db;
let app: FastifyInstance;
let visitor: Caller;

const sessions = new Map<string, Promise<Caller>>();
/** Somebody who has logged in, once for all tests: each password takes some 30 ms to check. */
function as(email: string): Promise<Caller> {
  const logIn = async () => {
    const { accessToken } = await visitor(accounts.login, { body: { email, password: demoPassword } });
    return callerOn(app, accessToken);
  };
  const session = sessions.get(email) ?? logIn();
  sessions.set(email, session);
  return session;
}

beforeAll(async () => {
  first = await runDemo(place, mailServer.url);
  const before = await open();
  const filled = await snapshotOf(before, place);
  await before.destroy();
  const second = await runDemo(place, mailServer.url);
  db = await open();
  again = { ...second, filled, after: await snapshotOf(db, place) };
  const config = readConfig({ DATA_DIR: place.dataDir, LOG_LEVEL: 'silent' });
  const clock = () => new Date();
  const files = createFiles({
    dataDir: place.dataDir,
    secret: config.secrets.link,
    vault: config.secrets.vault,
    clock,
  });
  const keys = createKeys({
    db,
    dataDir: place.dataDir,
    clock,
    academy: academyName(db, config),
    logOrigin: config.logOrigin,
  });
  ({ app } = await buildApp(
    { db, config, files, keys, clock, changes: new Changes({ db, log: silentLog }) },
    createLog('silent'),
  ));
  await app.ready();
  visitor = callerOn(app);
}, 400_000);
afterAll(async () => {
  await app?.close();
  await db?.destroy();
});

describe('the command', () => {
  test('fills an empty academy, and prints who may log in and what to do next', () => {
    expect(first).toMatchObject({ code: 0, errors: '' });
    for (const words of [demoPassword, registrar, teacher, admin, 'thomas.kurian@example.org', 'npm start']) {
      expect(first.output).toContain(words);
    }
  });

  test('refuses a second run in one line, and changes nothing', () => {
    expect(again).toMatchObject({ code: 1, output: '' });
    expect(again.errors).toMatch(/^This academy has content already[^\n]*\n$/);
    expect(again.after).toEqual(again.filled);
  });

  test('refuses while the program uses the database', async () => {
    const third = await runDemo(place, mailServer.url);
    expect(third).toMatchObject({ code: 1, output: '' });
    expect(third.errors).toMatch(/^[^\n]*stop it first\.\n$/);
  });

  test('says how to start over after a run that was interrupted', async () => {
    const { dataDir } = place;
    await markUnfinished({ dataDir });
    await expect(requireEmptyAcademy(db, { dataDir, databaseUrl: undefined })).rejects.toThrow(`remove ${dataDir} and`);
  });

  test('sends no mail, and leaves those of the last week as files', async () => {
    expect(mailServer.tries()).toBe(0);
    const names = await readdir(join(place.dataDir, 'mail'));
    const mails = await Promise.all(names.map((name) => readFile(join(place.dataDir, 'mail', name), 'utf8')));
    const { email } = await visitor(academy.getBrand);
    expect(mails.some((mail) => mail.includes(`To: ${email}`) && mail.includes('Message from'))).toBe(true);
    // How many those are depends on the day of the week and the hour; none is older than the server keeps them.
    const weekAgo = Date.now() - 7 * 24 * 3_600_000;
    const sent = mails.map((mail) => Date.parse(/^Date: (.+)$/m.exec(mail)?.[1]?.trim() ?? ''));
    expect(sent.filter((time) => !(time >= weekAgo - 3_600_000 && time <= Date.now()))).toEqual([]);
  });

  test('leaves no pending jobs except the films’ smaller versions, and nobody logged in', async () => {
    const undone = await db.selectFrom('job').select('kind').distinct().where('doneAt', 'is', null).execute();
    expect(undone).toEqual([{ kind: prepareFilmJob }]);
    const hourAgo = new Date(Date.now() - 3_600_000);
    const open = db.selectFrom('session').select('id').where('endedAt', 'is', null).where('lastUsedAt', '<', hourAgo);
    expect(await open.execute()).toEqual([]);
  });
});

describe('courses', () => {
  test('are listed with pictures; only staff see the inactive one', async () => {
    const offered = await visitor(courses.listActive, {});
    const titles = demoCourses.map(({ title }) => title);
    expect(offered.data.map(({ title }) => title)).toEqual(titles.filter((_, i) => demoCourses[i]?.isActive));
    const all = await (await as(admin))(courses.list, {});
    expect(all.data.map(({ title }) => title)).toEqual(titles);
    // The courses belong to two instructors in turn, and each sees only their own.
    const own = await (await as(teacher))(courses.list, {});
    expect(own.data).toHaveLength(titles.length / 2);
    for (const { courseImg } of all.data) {
      const cover = await app.inject(courseImg?.url ?? '');
      expect(cover.statusCode).toBe(200);
      expect(cover.headers['content-type']).toBe('image/webp');
    }
  });

  test('have their films under their titles, and one published test each', async () => {
    const call = await as(admin);
    const sets = (await call(training.list, {})).data;
    const tests = (await call(assessments.listPublished, {})).data;
    for (const { key, title, films, assessment } of demoCourses) {
      const before = key === demoPackage.course ? [{ title: demoPackage.title, open: false }] : [];
      const set = sets.find(({ courseTitle }) => courseTitle === title);
      expect(set?.trainingVideo.map(({ title, openToVisitors: open }) => ({ title, open })) ?? []).toEqual([
        ...before,
        ...films.map(({ title, open = false }) => ({ title, open })),
      ]);
      const paper = tests.find(({ courseTitle }) => courseTitle === title);
      expect(paper).toMatchObject({ title: assessment.title, passMark: assessment.passMark });
      const { questions, practice = [] } = assessment;
      const written = [...questions, ...practice];
      const ofFour = paper?.questions.filter(({ kind }) => kind === undefined || kind === 'single-choice');
      expect(paper?.questions.length).toBe(written.length + (assessment.otherKinds?.length ?? 0));
      expect(ofFour?.map(singleChoice)).toMatchObject(
        written.map(({ answer, film, picture }, index) => ({
          correctAnswer: answer,
          ...(film && { filmId: set?.trainingVideo[before.length + film - 1]?._id }),
          ...(picture && { picture: { text: picture.text } }),
          ...(index >= questions.length && { forPractice: true }),
        })),
      );
      expect(paper?.questions.filter(({ picture }) => picture)).toHaveLength(
        written.filter(({ picture }) => picture).length,
      );
    }
  });

  test('play their films by signed links, in ranges', async () => {
    const call = await as('jignesh.tandel@example.com');
    const course = (await visitor(courses.listActive, {})).data.find(({ title }) => title.startsWith('Fire'));
    const { data } = await call(training.getForCourse, { params: { courseId: course?._id ?? '' } });
    const [watched, , current, locked] = data[0]?.trainingVideo ?? [];
    expect(locked).toMatchObject({ locked: true, url: null });
    for (const film of [watched, current]) {
      const part = await app.inject({ url: film?.url ?? '', headers: { range: 'bytes=0-99' } });
      expect(part.statusCode).toBe(206);
      expect(part.rawPayload.subarray(4, 8).toString()).toBe('ftyp');
    }
  });
});

describe('people', () => {
  const withAccount = (account: string) => demoSeafarers.filter((person) => person.account === account);

  test('wait for approval, are approved, or have not verified their email', async () => {
    const call = await as(registrar);
    const emails = (people: readonly { email: string }[]) => people.map(({ email }) => email).sort();
    expect(emails(await call(accounts.listUnapproved, {}))).toEqual(emails(withAccount('awaiting-approval')));
    const crew = demoCrew.invited.map(([, email]) => ({ email }));
    expect(emails(await call(accounts.listApproved, {}))).toEqual(emails([...withAccount('approved'), ...crew]));
    const invited = await call(accounts.listApproved, { query: { state: 'invited' } });
    expect(emails(invited)).toEqual(emails(crew));
    for (const { email } of withAccount('unverified')) await expect(as(email)).rejects.toThrow('not-verified');
    for (const { email } of withAccount('awaiting-approval')) await expect(as(email)).rejects.toThrow('not-approved');
  });

  test('are imported from a list, of which rows are refused, and which can be undone', async () => {
    const { data } = await (await as(registrar))(peopleImport.list);
    expect(data).toMatchObject([
      { confirmedAt: expect.any(String), undoUntil: expect.any(String), enrolments: 5, mailsLeft: 0 },
    ]);
    expect(data[0]?.counts).toEqual({ new: 4, matched: 1, unchanged: 1, refused: 2, undone: 0, kept: 0 });
  });

  test('are judged by checklists, and lack what a later edition asks for', async () => {
    const call = await as(registrar);
    const { data: lists } = await call(checklists.list);
    expect(lists.map(({ rows, failing, next }) => [rows, failing, next?.edition ?? null])).toEqual([
      [31, 0, null],
      [21, 0, null],
      [37, 0, 2],
    ]);
    const [, , tankers] = lists;
    const job = { rank: 'bosun', flag: 'PA', shipType: 'oil-tanker' } as const;
    const voyage = { joinsOn: tankers?.next?.appliesFrom ?? '', signsOffOn: '2099-12-31' };
    const query = { ...job, ...voyage, from: 1, to: 2 };
    const { data } = await call(fitToJoin.difference, { params: { id: tankers?._id ?? '' }, query });
    expect(data.changes).toMatchObject([{ title: 'Fast rescue boats', change: 'added' }]);
    expect(data.people.length).toBe(data.examined);
  });

  test('wait for staff, as the overview shows', async () => {
    const { data } = await (await as(registrar))(overview.getOverview);
    // approvals are for those who edit all courses
    const {
      mailsReachNobody: _,
      mailsWait: __,
      secondFactorPutOff: ___,
      massDeletions: ____,
      firstSteps: ______,
      night: _______,
      hasSampleCourse: ________,
      ...more
    } = data;
    const { endingApprovals: _____, playbackSpeeds: _________, ...kinds } = more;
    const count = Object.entries(kinds).map(([kind, waiting]) => [kind, waiting?.count]);
    expect(Object.fromEntries(count)).toEqual({
      registrations: withAccount('awaiting-approval').length,
      requests: demoSeafarers.flatMap(({ enrolments }) => enrolments.filter(isForStaff)).length,
      identityChanges: 1,
      documentsToCheck: demoWallets.flatMap(({ documents }) => documents).filter(({ decision }) => !decision).length,
      heldCertificates: 1,
      paymentProofs: sentProofs.filter(isPending).length,
      doubtfulPasses: 0,
      messages: contactMessages.filter(({ answer }) => !answer).length,
      jobsGivenUp: 0,
      logFlaws: 0,
    });
  });

  test('have a passport with another name, which its readable zone shows', async () => {
    const found = demoSeafarers.find(({ profile }) => profile?.passportName);
    const requests = await (await as(registrar))(enrolments.listPending, { query: { q: found?.email } });
    const doubts = requests[0]?.warnings.filter(({ kind }) => kind === 'readable-zone');
    expect(doubts).toMatchObject([{ field: 'name', read: 'MOHAMMED KUNHI', entered: 'Mohammed Koya' }]);
  });

  test('owe, have paid with an invoice, wait for a check, or need not pay', async () => {
    const call = await as(registrar);
    const [open, settled, issued] = await Promise.all([
      call(fees.list, { query: { limit: 200 } }),
      call(fees.list, { query: { state: 'settled', limit: 200 } }),
      call(fees.listDocuments, { query: { limit: 200 } }),
    ]);
    const states = new Set([...open.data, ...settled.data].map(({ state }) => state));
    expect([...states].sort()).toEqual(['cancelled', 'checking', 'due', 'paid', 'waived']);
    const paid = settled.data.filter(({ state }) => state === 'paid');
    expect(issued.data.map(({ enrolmentId }) => enrolmentId).sort()).toEqual(paid.map(({ _id }) => _id).sort());
    expect(new Set(issued.data.map(({ kind }) => kind))).toEqual(new Set(['invoice']));
  });

  test.each(withAccount('approved'))('$email is at the stage that the data define', async (person) => {
    const call = await as(person.email);
    const own = await call(enrolments.listOwn);
    const [, matched] = demoCrew.matched;
    expect(own).toHaveLength(person.enrolments.length + (person.email === matched ? 1 : 0));
    for (const enrolment of person.enrolments) {
      const course = demoCourses.find(({ key }) => key === enrolment.course);
      const found = own.find(({ courseId }) => courseId.title === course?.title);
      expect(found, enrolment.course).toMatchObject(standingOf(enrolment, person.email));
    }
  });
});

const sentProofs = demoSeafarers.flatMap(({ enrolments }) => enrolments.filter(({ fee }) => fee === 'proof'));
const isPending = (enrolment: DemoEnrolment) =>
  enrolment.stage === 'requested' || (enrolment.stage === 'certified' && enrolment.renewal !== undefined);

/** Whether a request waits for staff, and not for a document of the learner. */
const isForStaff = (enrolment: DemoEnrolment) =>
  isPending(enrolment) && !(enrolment.stage === 'requested' && enrolment.askedFor);

/** The expected entry in a learner's list of courses. */
function standingOf(enrolment: DemoEnrolment, email: string) {
  if (isPending(enrolment)) return { status: 'pending' };
  if (enrolment.stage === 'rejected') return { status: 'rejected' };
  const trained = ['ready-for-test', 'failed', 'certified'].includes(enrolment.stage);
  const passed = enrolment.stage === 'certified';
  const hasPlayed = email === demoPackage.learner && enrolment.course === demoPackage.course;
  const films = enrolment.stage === 'training' ? enrolment.filmsWatched + Number(hasPlayed) : undefined;
  const progress = { trainingSubmitted: trained, testPassed: passed, ...(films && { filmsCompleted: films }) };
  return { status: 'approved', progress };
}

describe('results and certificates', () => {
  const attempts = demoSeafarers.flatMap(({ email, enrolments }) =>
    enrolments.flatMap((one) => {
      if (one.stage === 'failed') return [`${email} ${one.rightAnswers}`];
      if (one.stage !== 'certified') return [];
      const before = one.failedBefore === undefined ? [] : [`${email} ${one.failedBefore}`];
      return [...before, `${email} ${one.rightAnswers}`];
    }),
  );

  test('exist for every test that was taken, the newest first', async () => {
    const { data } = await (await as(admin))(assessments.listSubmitted, {});
    expect(data.map(({ userEmail, score }) => `${userEmail} ${score}`).sort()).toEqual([...attempts].sort());
    const moments = data.map(({ submittedAt }) => submittedAt);
    expect(moments).toEqual(moments.toSorted().reverse());
    for (const { timeTaken } of data) expect(timeTaken).toSatisfy((s: number) => s > 200 && s < 900);
  });

  const earned = demoSeafarers.flatMap((person) =>
    person.enrolments.flatMap((one) => (one.stage === 'certified' ? [{ ...one, person, email: person.email }] : [])),
  );

  test.each(earned)('$email, $course: is rendered and can be verified by anyone, or is held', async (one) => {
    const course = demoCourses.find(({ key }) => key === one.course);
    const call = await as(one.email);
    const listed = await (await as(admin))(courses.list, {});
    const courseId = listed.data.find(({ title }) => title === course?.title)?._id ?? '';
    const { data } = await call(certificates.getOwn, { params: { courseId } });
    expect(data).toMatchObject({ courseTitle: course?.title, name: `${one.person.firstName} ${one.person.lastName}` });
    if (one.person.profile?.changedPassportNumber) {
      expect(data).toMatchObject({ status: 'held', pdfPath: null });
      await expect(visitor(certificates.verify, { params: { number: data.certNo } })).rejects.toThrow('404');
      return;
    }
    const age = (Date.now() - new Date(`${data.dateOfIssue}T12:00:00+05:30`).getTime()) / 86_400_000;
    expect(Math.abs(age - one.issuedDaysAgo)).toBeLessThan(1.1);
    const months = course?.validityMonths ?? null;
    const expired = months !== null && one.issuedDaysAgo > months * 30.5;
    expect(data.status).toBe(expired ? 'expired' : 'issued');
    const pdf = await app.inject(data.pdfPath?.url ?? '');
    expect(pdf.statusCode).toBe(200);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const checked = await visitor(certificates.verify, { params: { number: data.certNo } });
    expect(checked.data).toMatchObject({ certNo: data.certNo, name: data.name, status: data.status });
    expect(checked.data.passportNo).not.toBe(data.passportNo);
  });
});
