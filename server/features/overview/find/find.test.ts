import { contact } from '@fairlead/contract/contact/calls';
import { type Found, mostFound, overview } from '@fairlead/contract/overview/calls';
import { training } from '@fairlead/contract/training/calls';
import { longestSearch } from '@fairlead/contract/values/lengths';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, addFilms, addProfile, enrol } from '../../../testing/factories.ts';
import { addCertificate } from '../../assessments/testing/assessments.ts';
import { makeCertificateNumber } from '../../certificates/certificate-number.ts';

const program = await testApp();
const { call, person, db } = program;
const [admin, registrar, instructor] = [await person('admin'), await person('registrar'), await person('instructor')];

async function found(q: string | undefined, as: Person = admin): Promise<Found> {
  const { status, body } = await call(overview.find, { query: { q } }, as);
  expect(status).toBe(200);
  return body.data;
}

/** What was found of each kind, by name or title. */
const named = (of: Found) => ({
  people: of.people?.items.map(({ name }) => name),
  registrations: of.registrations?.items.map(({ name }) => name),
  requests: of.requests?.items.map(({ name, courseTitle }) => `${name}: ${courseTitle}`),
  certificates: of.certificates?.items.map(({ name }) => name),
  courses: of.courses?.items.map(({ title }) => title),
  tests: of.tests?.items.map(({ title }) => title),
  results: of.results?.items.map(({ name, courseTitle }) => `${name}: ${courseTitle}`),
  films: of.films?.items.map(({ title }) => title),
  messages: of.messages?.items.map(({ name }) => name),
  staff: of.staff?.items.map(({ name, role }) => `${name}: ${role}`),
});
const nothing = {
  people: [],
  registrations: [],
  requests: [],
  certificates: [],
  courses: [],
  tests: [],
  results: [],
  films: [],
  messages: [],
  staff: [],
};

const rafts = await addCourse(program, { title: 'Zephyr Rafts' });
await addFilms(program, rafts.id, [60]);
await db.updateTable('film').set({ title: 'The zephyr breeze' }).execute();
const irfan = await person('learner', { firstName: 'Irfan', lastName: 'Qureshi' });
await addProfile(program, irfan, {
  name: 'Irfan Q. Qureshi',
  ownScriptName: '王小伟',
  passportNumber: 'Z7654321',
  cdcNumber: 'MUM 998877',
  indosNumber: '11ZL2233',
});
const enrolment = await enrol(program, irfan, rafts.id);
const number = makeCertificateNumber('FMA', 2026);
const certificate = await addCertificate(program, enrolment, { name: 'Irfan Q. Qureshi', email: irfan.email, number });
const waiting = await person('learner', { firstName: 'Qadir', lastName: 'Irfani' });
await db.updateTable('account').set({ approvedAt: null }).where('id', '=', waiting.accountId).execute();
const asking = await person('learner', { firstName: 'Irfana', lastName: 'Begum' });
await enrol(program, asking, rafts.id, 'pending');

describe('find', () => {
  test('finds people, registrations, requests, certificates and courses at once', async () => {
    const all = await found('irfan');
    expect(named(all)).toEqual({
      ...nothing,
      people: ['Irfana Begum', 'Irfan Qureshi'],
      registrations: ['Qadir Irfani'],
      requests: ['Irfana Begum: Zephyr Rafts'],
      certificates: ['Irfan Q. Qureshi'],
      results: ['Irfan Qureshi: Zephyr Rafts'],
    });
    expect(all.people?.items[1]).toEqual({
      _id: irfan.accountId,
      name: 'Irfan Qureshi',
      email: irfan.email,
      documentNumber: null,
    });
    expect(all.certificates?.items).toEqual([
      {
        _id: certificate,
        certNo: number,
        name: 'Irfan Q. Qureshi',
        courseTitle: 'Enclosed Space Entry',
        status: 'issued',
      },
    ]);
    expect(named(await found('zephyr'))).toEqual({
      ...nothing,
      requests: ['Irfana Begum: Zephyr Rafts'],
      courses: ['Zephyr Rafts'],
      tests: ['Final test'],
      results: ['Irfan Qureshi: Zephyr Rafts'],
      films: ['The zephyr breeze'],
    });
  });

  test.each([
    ['the beginning of a name, of two letters', 'qu'],
    ['one Chinese character of a name in own script', '伟'],
    ['an email address', irfan.email],
    ['the name in the profile', 'irfan q.'],
  ])('finds a person by %s', async (_, text) => {
    expect(named(await found(text)).people).toContainEqual(expect.stringMatching(/^Irfan .*Qureshi$/));
  });

  test.each(['Z7654321', '7654', 'mum 9988', '11zl'])(
    'finds a person by the number %s, and says which it is',
    async (text) => {
      const [one, ...more] = (await found(text)).people?.items ?? [];
      expect(more).toEqual([]);
      expect(one).toMatchObject({ _id: irfan.accountId, documentNumber: expect.stringMatching(new RegExp(text, 'i')) });
    },
  );

  test('finds a certificate by its number, in any notation', async () => {
    for (const text of [number, number.toLowerCase().replaceAll('-', ' '), number.slice(0, 12)]) {
      expect(
        (await found(text)).certificates?.items.map(({ certNo }) => certNo),
        text,
      ).toContain(number);
    }
  });

  test('finds videos by their own title, messages and staff who work here', async () => {
    await person('instructor', { firstName: 'Zephyrine', lastName: 'Rao' });
    const gone = await person('registrar', { firstName: 'Zephyrus', lastName: 'Left' });
    await db.updateTable('account').set({ disabledAt: program.clock() }).where('id', '=', gone.accountId).execute();
    await call(contact.send, {
      body: { name: 'Ravi', email: 'ravi@example.org', message: 'Is the zephyr course full?' },
    });
    const zephyr = await found('zephyr');
    expect(named(zephyr)).toMatchObject({ messages: ['Ravi'], staff: ['Zephyrine Rao: instructor'] });
    const listed = async () => (await call(training.list, { query: { q: 'zephyr breeze' } }, admin)).body.data;
    expect(await listed()).toHaveLength(1);
    const film = zephyr.films?.items[0]?._id ?? '';
    await db.updateTable('film').set({ removedAt: program.clock() }).where('id', '=', film).execute();
    expect([(await found('zephyr breeze')).films?.items, await listed()]).toEqual([[], []]);
    await db.updateTable('film').set({ removedAt: null }).where('id', '=', film).execute();
  });

  test('returns a few of each kind, and says that there are more', async () => {
    for (let n = 0; n < mostFound; n += 1) await addCourse(program, { title: `Xylo ${n}` });
    expect((await found('xylo')).courses).toMatchObject({ items: { length: mostFound }, hasMore: false });
    await addCourse(program, { title: 'Xylo last' });
    const { courses } = await found('xylo');
    expect(courses).toMatchObject({ items: { length: mostFound }, hasMore: true });
    expect(courses?.items[0]?.title).toBe('Xylo last');
  });

  test.each([
    undefined,
    '',
    ' ',
    'q',
    ' é ',
    '%',
    '_',
    '\\',
    '%%',
    '__',
    '%_%',
    "'; --",
    '\u0000\u0000',
    '[',
    '((',
    '\\\\',
    '😀',
    '*'.repeat(100),
  ])('finds nothing by %j', async (text) => {
    const all = await found(text);
    expect(named(all)).toEqual(nothing);
    expect(new Set(Object.values(all).map((kind) => kind?.hasMore))).toEqual(new Set([false]));
  });

  test('refuses a text that is too long', async () => {
    expect((await call(overview.find, { query: { q: 'a'.repeat(longestSearch + 1) } }, admin)).status).toBe(400);
  });
});

describe('find is limited to what its reader may read', () => {
  test('a registrar finds people and certificates, and neither tests nor staff', async () => {
    const closed = { tests: null, results: null, films: null, staff: null };
    const ofAdmin = await found('irfan');
    expect(await found('irfan', registrar)).toEqual({ ...ofAdmin, ...closed });
  });

  // shows: asvs/8.2.2
  test('an instructor finds the own courses alone, and no sign of anything else', async () => {
    const unknown = {
      people: null,
      registrations: null,
      requests: null,
      certificates: null,
      messages: null,
      staff: null,
    };
    const empty = { items: [], hasMore: false };
    const none = { ...unknown, courses: empty, tests: empty, results: empty, films: empty };
    for (const text of ['irfan', 'qu', '伟', 'Z7654321', number, irfan.email, 'zephyr', rafts.title]) {
      expect(await found(text, instructor), text).toEqual(none);
    }
    await db.insertInto('courseInstructor').values({ courseId: rafts.id, accountId: instructor.accountId }).execute();
    const { courses, tests, results, films, ...others } = await found('zephyr', instructor);
    expect(others).toEqual(unknown);
    expect([tests, results, films].map((kind) => kind?.items.length)).toEqual([1, 1, 1]);
    expect(courses).toEqual({
      hasMore: false,
      items: [{ _id: rafts.id, title: 'Zephyr Rafts', category: expect.any(String), isActive: true, isDraft: false }],
    });
    // the more there are of others, the less may show of them
    expect((await found('xylo', instructor)).courses).toEqual({ items: [], hasMore: false });
  });

  test('learners and visitors are refused', async () => {
    expect((await call(overview.find, { query: { q: 'irfan' } }, irfan)).status).toBe(403);
    expect((await call(overview.find, { query: { q: 'irfan' } })).status).toBe(401);
  });

  test('staff who must set up a second factor first are refused', async () => {
    const late = await person('admin');
    await db
      .updateTable('account')
      .set({ secondFactorDue: new Date(program.clock().getTime() - 1) })
      .where('id', '=', late.accountId)
      .execute();
    expect((await call(overview.find, { query: { q: 'irfan' } }, late)).status).toBe(403);
  });
});
