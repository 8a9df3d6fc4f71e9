import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { contact } from '@fairlead/contract/contact/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import type { Call } from '@fairlead/contract/platform/call';
import { longestSearch } from '@fairlead/contract/values/lengths';
import Fastify from 'fastify';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { signAccessToken } from '../features/accounts/sign-in/tokens.ts';
import { addTest } from '../features/assessments/testing/assessments.ts';
import { billOf, cash, requestWithFee, sendProof, switchFeesOn } from '../features/fees/testing/fees.ts';
import { addPass } from '../features/offline-records/testing/offline-device.ts';
import { addDocument } from '../features/wallet/testing/wallet.ts';
import { registerExports, tableOf } from '../platform/tables/export.ts';
import { type Person, testApp } from '../testing/app.ts';
import { addBatch, addCourse, addFilms, addProfile, enrol } from '../testing/factories.ts';
import { earned } from '../testing/journey.ts';
import { itemsIn, listsAmong } from './testing/lists.ts';

const program = await testApp();
const { person, db } = program;
const [admin, registrar, instructor] = [await person('admin'), await person('registrar'), await person('instructor')];

const get = (url: string, as?: Person) => program.request('GET', `/api/export${url}`, { as });
/** The lines of a table, the titles first. */
const table = async (url: string, as: Person = admin) => {
  const { status, body } = await get(url, as);
  expect(status).toBe(200);
  return String(body)
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');
};

describe('the export of a list', () => {
  // shows: asvs/14.3.2
  test('is a file for Excel with the day in its name, which no cache stores', async () => {
    const { headers, body } = await get('/user/getApprovedUsers', admin);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="approved-users-2026-11-20.csv"',
      'cache-control': 'no-store',
    });
    expect(String(body).startsWith('\ufeffName,Email,Mobile,Registered,State,Invited\r\n')).toBe(true);
  });

  test('contains every row once, however many pages it is read in', async () => {
    const account = { prefix: 'Mr', mobile: '9876543210', passwordHash: '-', approvedAt: program.clock() } as const;
    const many = Array.from({ length: 450 }, (_, n) => ({
      ...account,
      firstName: 'Many',
      lastName: `Hands ${n}`,
      email: `many-${n}@example.org`,
      createdAt: program.clock(),
      emailVerifiedAt: program.clock(),
    }));
    await db.insertInto('account').values(many).execute();
    const [, ...rows] = await table('/user/getApprovedUsers?q=many-');
    expect(new Set(rows.map((row) => row.split(',')[1]))).toEqual(new Set(many.map(({ email }) => email)));
    expect(rows).toHaveLength(450);
  });

  test('keeps the search of the list, and has only its titles when nothing matches', async () => {
    await addCourse(program, { title: 'Tanker Familiarisation' });
    await addCourse(program, { title: 'Bridge Watch' });
    const [titles, ...rows] = await table('/courses?q=tanker');
    expect(titles?.startsWith('Title,Category,Duration,Price in rupees,Active')).toBe(true);
    expect(rows.map((row) => row.split(',')[0])).toEqual(['Tanker Familiarisation']);
    expect(await table('/courses?q=no such course')).toEqual([titles]);
    expect((await get(`/courses?q=${'x'.repeat(254)}`, admin)).status).toBe(200);
    expect((await get(`/courses?q=${'x'.repeat(longestSearch + 1)}`, admin)).status).toBe(400);
  });

  test('is a workbook if one is requested', async () => {
    await program.person('learner', { firstName: '=1+1', lastName: 'Sum', email: 'workbook@example.org' });
    const { app } = program;
    const { statusCode, headers, rawPayload } = await app.inject({
      url: '/api/export/user/getApprovedUsers?q=workbook@&format=xlsx',
      headers: {
        authorization: `Bearer ${await signAccessToken(admin, program.config.secrets.token, program.clock())}`,
      },
    });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="approved-users-2026-11-20.xlsx"',
    });
    expect(await readSheet(rawPayload)).toEqual([
      ['Name', 'Email', 'Mobile', 'Registered', 'State', 'Invited'],
      ['=1+1 Sum', 'workbook@example.org', '9876543210', new Date('2026-11-20T12:00:00Z'), 'approved', null],
    ]);
    expect((await get('/courses?format=pdf', admin)).status).toBe(400);
  });

  // shows: threats/formula-in-export
  test('runs nothing in a spreadsheet, whatever a person is called', async () => {
    const person = { firstName: '=HYPERLINK("http://x")', lastName: 'Evil, "Jr"' };
    await program.person('learner', { ...person, email: 'formula@example.org' });
    const [, row] = await table('/user/getApprovedUsers?q=formula@');
    expect(row?.startsWith(`"'=HYPERLINK(""http://x"") Evil, ""Jr""",formula@example.org,`)).toBe(true);
  });

  test('has a row for each item of every list that declares one', async () => {
    const learner = await person();
    await addProfile(program, learner, { name: 'Lists Of All', passportNumber: 'N7654321' });
    const { course, enrolmentId } = await earned(program, { course: { title: 'Of every list' }, learner });
    await addPass(program, enrolmentId);
    await addDocument(program, learner, { status: 'waiting' });
    await addFilms(program, course.id, [60, 90]);
    await addBatch(program, course.id);
    await program.call(contact.send, { body: { name: 'Ravi', email: 'ravi@example.org', message: 'Hello' } });
    await enrol(program, await person(), course.id, 'pending');
    await switchFeesOn(program);
    const owing = await requestWithFee(program);
    await sendProof(program, owing);
    await program.call(fees.recordPayment, { params: { id: owing.id }, body: cash({ amount: '500' }) }, admin);
    await program.call(bills.issue, { body: billOf([owing.id]) }, admin);
    const { accountId } = await person();
    await db.updateTable('account').set({ approvedAt: null }).where('id', '=', accountId).execute();
    // it has items only after the correction of an answer key, where it is tested
    const elsewhere: Call = correctedKeys.listUnderReview;
    const exported = listsAmong(program.endpoints).filter(({ call }) => call.table && call !== elsewhere);
    expect(exported.length).toBeGreaterThan(9);
    for (const { path } of exported.map(({ call }) => call)) {
      const url = path.replace(':id', course.id);
      const items = itemsIn((await program.request('GET', `/api${url}?limit=200`, { as: admin })).body);
      const [titles = '', ...rows] = await table(url);
      expect(items.length, `items of ${path} in the data of this test`).toBeGreaterThan(0);
      expect(rows.length, path).toBeGreaterThanOrEqual(items.length);
      for (const row of rows) expect(row.split(',').length).toBeGreaterThanOrEqual(titles.split(',').length);
    }
  });

  test('has in each column what its title says', async () => {
    const { learner, course, certificate } = await earned(program, {
      course: { title: 'Of every column' },
      profile: { ownScriptName: 'ആശ നായർ' },
    });
    const { firstName, lastName } = await db
      .selectFrom('account')
      .select(['firstName', 'lastName'])
      .where('id', '=', learner.accountId)
      .executeTakeFirstOrThrow();
    const name = `${firstName} ${lastName}`;
    await addFilms(program, course.id, [60]);
    const approved = { approval: 'DG Shipping', approvalNumber: 'TR/A/29', approvalUntil: '2027-12-31' };
    await db.updateTable('courseRule').set(approved).where('courseId', '=', course.id).execute();
    const { id: asked } = await addCourse(program, { title: 'Of every request' });
    await enrol(program, learner, asked, 'pending');
    const pst = { qualification: 'PST', evenExpired: false };
    const requirements = JSON.stringify({ certificates: [pst], minimumAge: null, seaMonths: null, medical: true });
    await db.updateTable('courseRule').set({ requirements }).where('courseId', '=', asked).execute();
    const holder = '1990-05-17,N1234567,MUM 123456,12GL3456,G-42';
    const documents = 'N1234567,2031-01-01,MUM 123456,2030-01-01,12GL3456,G-42,PAN';
    const times = '2026-11-20 12:00,2026-11-20 12:00';
    const rows = {
      '/courses?q=Of every column': `Of every column,Safety,2 days,4500,yes,24,2,"Hazards; Testing the air; Rescue",SOLAS XI-1/7,How to enter a tank and come out again.,${times},online,,no,,,Valid for 2 years,DG Shipping,2027-12-31,no,TR/A/29`,
      [`/userProfile/getAllUserProfiles?q=${learner.email}`]: `Asha Nair,${name},${learner.email},'+919876543210,1990-05-17,${documents},4 Dock Road,Kochi,Kerala,India,682003,no,${times},ആശ നായർ`,
      [`/certificates?courseId=${course.id}`]: `${certificate.number},issued,Asha Nair,${learner.email},Of every column,SOLAS XI-1/7,2026-11-20,2028-11-20,${holder},,,,ആശ നായർ,,,1,,,`,
      '/trainingVideo?q=Of every column': 'Of every column,Training,1,Film 1,Video,60,1,no',
      [`/courses/${course.id}/learners`]: `${name},${learner.email},Certified,,,0,1,0,100,2026-11-20 12:00,no,yes`,
      '/userCourses/inactive?q=Of every request': `${name},${learner.email},Of every request,Safety,4500,,,2026-11-20 12:00,Waiting for approval,0,,yes,The same INDoS number is in the account of Lists Of All.,no,A valid certificate of Personal Survival Techniques,A valid medical certificate`,
      '/test?q=Of every column': 'Of every column,Final test,70,3,yes,0',
      '/submitTest?q=Of every column': `${name},${learner.email},Of every column,Final test,3,3,100,yes,0,2026-11-20 12:00,0 seconds a question`,
    };
    for (const [url, row] of Object.entries(rows)) expect([url, (await table(url))[1]]).toEqual([url, row]);
  });

  // shows: threats/client-side-grading, asvs/15.3.1
  test('contains no answer of a test', async () => {
    await addTest(program, (await addCourse(program)).id);
    expect((await table('/test')).join()).not.toContain('Which light');
  });
});

describe('an export', () => {
  test('is for anyone who may read the list', async () => {
    const course = await addCourse(program);
    const cases: [string, Person | undefined, number][] = [
      ['/user/getApprovedUsers', registrar, 200],
      ['/user/getApprovedUsers', instructor, 403],
      ['/submitTest', instructor, 200],
      ['/submitTest', registrar, 403],
      [`/courses/${course.id}/learners`, registrar, 200],
      ['/courses', await person(), 403],
      ['/courses', undefined, 401],
      ['/courses/active', admin, 404],
    ];
    for (const [url, as, status] of cases) expect([url, (await get(url, as)).status]).toEqual([url, status]);
  });

  test('of an unknown course is refused without a file', async () => {
    const unknown = await get('/courses/00000000-0000-4000-8000-000000000000/learners', admin);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(unknown.headers['content-disposition']).toBeUndefined();
    expect((await get('/courses/none/learners', admin)).status).toBe(400);
  });

  test('is audited, and a refusal is not', async () => {
    const me = await person('registrar');
    await table('/user/getApprovedUsers?q=many-', me);
    await get('/submitTest', me);
    const written = db.selectFrom('auditEvent').select(['action', 'subjectId', 'details']);
    expect(await written.where('actorId', '=', me.accountId).execute()).toEqual([
      { action: 'list.export', subjectId: 'approved-users', details: { searched: true } },
    ]);
  });
});

describe('the start is stopped by', () => {
  const call = { method: 'GET', path: '/things', who: 'people:read', reply: z.array(z.string()) } as const;
  const start = (made: Call, tables = [tableOf(made, () => [], [])]) =>
    registerExports(Fastify(), program, {
      endpoints: [{ name: 'list', call: made, who: made.who, handle: async () => [] }],
      tables,
    });
  test('a list that declares an export without columns', () => {
    expect(() => start({ ...call, table: { name: 'things' } }, [])).toThrow('promises a table that has no columns');
    expect(() => start(call, [])).not.toThrow();
  });
  test.each(['anyone', 'signed-in', 'learner'] as const)('an export for %s', (who) => {
    expect(() => start({ ...call, who, table: { name: 'things' } })).toThrow('no staff');
    expect(() => start({ ...call, who: ['people:read', who], table: { name: 'things' } })).toThrow('no staff');
  });
});
