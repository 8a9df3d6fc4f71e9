import { outbox } from '@fairlead/contract/academy/outbox';
import { type ApprovedQuery, accounts } from '@fairlead/contract/accounts/calls';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { contact } from '@fairlead/contract/contact/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { ships } from '@fairlead/contract/ships/calls';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import { addTest } from '../features/assessments/testing/assessments.ts';
import { billOf, cash, requestWithFee, sendProof, switchFeesOn } from '../features/fees/testing/fees.ts';
import { addPass } from '../features/offline-records/testing/offline-device.ts';
import { addDocument } from '../features/wallet/testing/wallet.ts';
import { foldedName } from '../platform/names/fold-name.ts';
import { testApp } from '../testing/app.ts';
import { addBatch, addCourse, addFilms, addProfile, enrol } from '../testing/factories.ts';
import { earned, passed } from '../testing/journey.ts';
import { itemsIn, listsAmong, parametersOf, valuesOf } from './testing/lists.ts';

const program = await testApp();
const { call, person, db, request } = program;
const admin = await person('admin');

type Query = z.input<typeof ApprovedQuery>;
const people = async (query: Query) => {
  const { status, body } = await call(accounts.listApproved, { query }, admin);
  return status === 200 ? body.map(({ name }) => name) : status;
};
/** Reads a list to its end, two rows at a time. */
async function inPages(path: string): Promise<{ name?: string; title?: string }[]> {
  const items: { name?: string; title?: string }[] = [];
  let link: string | undefined = `/api${path}&limit=2`;
  while (link) {
    const { body, headers } = await request('GET', link, { as: admin });
    items.push(...itemsIn<(typeof items)[number]>(body));
    link = /^<([^>]+)>/.exec(String(headers.link ?? ''))?.[1];
  }
  return items;
}

describe('people', () => {
  const names = ['anil Zacharia', 'Balu Khan', 'Balu Khan', 'Chitra Das', 'Élodie Roy', 'Elsa Zed'];

  test('are sorted by name, each on only one page, even with equal names', async () => {
    for (const [n, name] of names.toReversed().entries()) {
      const [firstName = '', lastName = ''] = name.split(' ');
      await person('learner', { firstName, lastName, email: `sorted-${n}@example.org` });
    }
    const sorted = await inPages('/user/getApprovedUsers?sort=name&q=sorted-');
    expect(sorted.map(({ name }) => name)).toEqual(names);
    expect(new Set(sorted.map((one) => JSON.stringify(one))).size).toBe(6);
    const oldest = await inPages('/user/getApprovedUsers?sort=oldest&q=sorted-');
    const newest = await inPages('/user/getApprovedUsers?sort=newest&q=sorted-');
    expect(oldest.map(({ name }) => name)).toEqual(names.toReversed());
    expect(newest).toEqual(oldest.toReversed());
  });

  test('are filtered by days of the academy’s calendar, both included', async () => {
    const registered = ['2026-03-01T18:29:59Z', '2026-03-01T18:30:00Z', '2026-03-03T18:29:59Z', '2026-03-03T18:30:00Z'];
    for (const [n, at] of registered.entries()) {
      const { accountId } = await person('learner', { firstName: 'Day', lastName: `${n}`, email: `day-${n}@x.org` });
      await db
        .updateTable('account')
        .set({ createdAt: new Date(at) })
        .where('id', '=', accountId)
        .execute();
    }
    const q = 'day-';
    expect(await people({ q, from: '2026-03-02', to: '2026-03-03' })).toEqual(['Mr Day 2', 'Mr Day 1'].map(short));
    expect(await people({ q, to: '2026-03-01' })).toEqual(['Day 0']);
    expect(await people({ q, from: '2026-03-04' })).toEqual(['Day 3']);
    expect(await people({ q, from: '2026-03-03', to: '2026-03-02' })).toEqual([]);
  });

  test('are filtered by whether they may log in', async () => {
    const { accountId } = await person('learner', { firstName: 'Shut', lastName: 'Out', email: 'shut-out@x.org' });
    await person('learner', { firstName: 'Let', lastName: 'In', email: 'let-in-not-shut-@x.org' });
    await db.updateTable('account').set({ disabledAt: program.clock() }).where('id', '=', accountId).execute();
    expect(await people({ q: 'shut-', state: 'disabled' })).toEqual(['Shut Out']);
    expect(await people({ q: 'shut-', state: 'active' })).toEqual(['Let In']);
  });

  test.each<[Record<string, string>, string]>([
    [{ sort: 'password' }, 'sort'],
    [{ state: 'secret' }, 'state'],
    [{ from: '0000-01-01' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ from: "' or 1=1" }, 'from'],
  ])('are not listed with %j', async (query, field) => {
    const { status, body } = await call(accounts.listApproved, { query: query as Query }, admin);
    expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([400, [field]]);
  });

  test('continue from where a row is now, even if it has left the list', async () => {
    const ids = (await inPages('/user/getApprovedUsers?sort=name&q=sorted-')) as unknown as { _id: string }[];
    await db
      .updateTable('account')
      .set({ approvedAt: null })
      .where('id', '=', ids[1]?._id ?? '')
      .execute();
    const rest = await people({ q: 'sorted-', sort: 'name', after: ids[1]?._id });
    expect(rest).toEqual(['Balu Khan', 'Chitra Das', 'Élodie Roy', 'Elsa Zed']);
  });
});

/** A name in a list without its prefix. */
const short = (name: string) => name.replace(/^Mr /, '');

test('courses are sorted by title and filtered by state, and visitors see no more by that', async () => {
  for (const title of ['Zeta', 'alpha', 'Mid']) await addCourse(program, { title, category: 'Sorted' });
  await addCourse(program, { title: 'Hidden', category: 'Sorted', isActive: false });
  const titles = async (query: string) => (await inPages(`/courses?q=sorted&${query}`)).map(({ title }) => title);
  expect(await titles('sort=title')).toEqual(['alpha', 'Hidden', 'Mid', 'Zeta']);
  expect(await titles('state=inactive')).toEqual(['Hidden']);
  const seen = await call(courses.list, { query: { q: 'sorted', state: 'inactive' } });
  expect(seen.body.data).toEqual([]);
});

test('profiles are filtered by the state of the identity check', async () => {
  const at = program.clock();
  const stand = [{}, { identityCheckedAt: at }, { identityCheckedAt: at, identityChangedAt: at }];
  for (const [n, times] of stand.entries()) await addProfile(program, await person(), { name: `Stand ${n}`, ...times });
  const names = async (identity: 'changed' | 'checked' | 'unchecked') =>
    (await call(seafarers.listProfiles, { query: { q: 'stand', identity } }, admin)).body.data.map(({ name }) => name);
  expect(await names('unchecked')).toEqual(['Stand 0']);
  expect(await names('checked')).toEqual(['Stand 1']);
  expect(await names('changed')).toEqual(['Stand 2']);
});

test('requests and results are filtered by course, and results by outcome', async () => {
  const [one, other] = [await addCourse(program, { title: 'One' }), await addCourse(program, { title: 'Other' })];
  await enrol(program, await person(), one.id, 'pending');
  await enrol(program, await person(), other.id, 'pending');
  const { course } = await passed(program, { course: { title: 'Passed' } });
  const requests = async (query: object) =>
    (await call(enrolments.listPending, { query }, admin)).body.map(({ courseTitle }) => courseTitle);
  expect(await requests({})).toEqual(['One', 'Other']);
  expect(await requests({ sort: 'newest' })).toEqual(['Other', 'One']);
  expect(await requests({ course: one.id })).toEqual(['One']);
  expect(await requests({ to: '2020-01-01' })).toEqual([]);
  const results = async (query: object) =>
    (await call(assessments.listSubmitted, { query }, admin)).body.data.map(({ courseTitle }) => courseTitle);
  expect(await results({ course: course.id, result: 'passed', from: '2026-11-20' })).toEqual(['Passed']);
  expect(await results({ course: one.id })).toEqual([]);
  expect(await results({ result: 'failed' })).toEqual([]);
});

// shows: threats/trace-of-erased-person
test('a list is exported as filtered, and that is audited without the search text', async () => {
  const { body } = await request('GET', '/api/export/user/getApprovedUsers?q=shut-&state=disabled', { as: admin });
  expect(String(body).trimEnd().split('\r\n').slice(1)).toHaveLength(1);
  const written = db.selectFrom('auditEvent').select('details').where('action', '=', 'list.export');
  expect(await written.execute()).toEqual([{ details: { searched: true, state: 'disabled' } }]);
  expect((await request('GET', '/api/export/user/getApprovedUsers?sort=password', { as: admin })).status).toBe(400);
});

// The requirements of every list of the contract, those of later ones included.
describe('every list', () => {
  const unknown = '00000000-0000-7000-8000-000000000000';
  let courseId = '';

  beforeAll(async () => {
    // each of them also puts a film, a result under review and a failed job on its list
    for (const title of ['Of every third', 'Of every list', 'Of every other']) {
      const { course, sat } = await earned(program, { course: { title }, test: { passMark: 80 } });
      await addFilms(program, course.id, [60]);
      const [question] = sat.questions;
      const body = { correctAnswer: question?.wrong ?? '', reason: 'Typed wrongly' };
      await call(correctedKeys.correctKey, { params: { id: question?.id ?? '' }, body }, admin);
      await db
        .insertInto('job')
        .values({ kind: 'send-mail', payload: JSON.stringify({ subject: title }), gaveUpAt: program.clock() })
        .execute();
      courseId ||= course.id;
    }
    await switchFeesOn(program);
    for (let n = 0; n < 3; n++) {
      const owing = await requestWithFee(program);
      await sendProof(program, owing);
      await call(fees.recordPayment, { params: { id: owing.id }, body: cash({ amount: '500' }) }, admin);
      const payer = { name: `Crewing ${n}`, address: '', gstin: '', state: '32' };
      await call(bills.issue, { body: billOf([owing.id], { payer }) }, admin);
      await addTest(program, courseId, { isPublished: false });
      await addPass(program, await enrol(program, await person(), courseId, 'approved'));
      await enrol(program, await person(), courseId, 'pending');
      await addBatch(program, courseId, { firstDay: `2026-11-${19 + n}` });
      await addDocument(program, await person(), { status: 'waiting' });
      const imo = ['9074729', '9321483', '9176187'][n] ?? '';
      await call(ships.add, { body: { name: `MV List ${n}`, imo } }, admin);
      await call(contact.send, { body: { name: 'Ravi', email: `ravi-${n}@example.org`, message: 'Hello' } });
      const { accountId } = await person();
      await db.updateTable('account').set({ approvedAt: null }).where('id', '=', accountId).execute();
    }
  });

  const lists = listsAmong(program.endpoints).map(({ call: list }) => [list.path, list] as const);
  /** All items of a list, read in pages of two. */
  const itemsOf = async (path: string, query: Record<string, string> = {}) =>
    inPages(`${path.replace(':id', courseId)}?${new URLSearchParams(query)}`);
  const idOf = (item: object) => (item as { _id?: string })._id ?? JSON.stringify(item);
  const idsOf = async (path: string, query: Record<string, string> = {}) => (await itemsOf(path, query)).map(idOf);
  /** A value of a filter that no item has. */
  const foreignValue = (filter: string) => {
    if (/from$/i.test(filter)) return '2999-01-01';
    if (/to$/i.test(filter)) return '1999-01-01';
    return filter === 'topic' || filter === 'action' ? 'no-such-thing' : unknown;
  };

  test.each(lists)('%s: pages in every order contain the same items, each once', async (path, list) => {
    const all = await idsOf(path);
    expect(all.length, 'items, so that there are several pages').toBeGreaterThan(2);
    expect(new Set(all).size).toBe(all.length);
    const { headers } = await request('GET', `/api${path.replace(':id', courseId)}?limit=1`, { as: admin });
    expect(headers['x-total-count']).toBe(String(all.length));
    for (const sort of valuesOf(parametersOf(list).sort)) {
      const items = await itemsOf(path, { sort });
      const ids = items.map(idOf);
      expect(ids.toSorted(), sort).toEqual(all.toSorted());
      // ids are in the order of time
      if (sort === 'oldest') expect(ids).toEqual(all.toSorted());
      else if (sort === 'newest') expect(ids).toEqual(all.toSorted().toReversed());
      else {
        const titles = items.map((item) => foldedName((item as Record<string, string>)[sort] ?? ''));
        expect(titles, sort).toEqual(titles.toSorted());
      }
    }
  });

  // The meaning of a filter's values is tested with its feature. Failed jobs have neither filter nor search.
  test.each(lists.filter(([path]) => path !== outbox.listFailed.path))(
    '%s: a filter or a search leaves items out, and adds none',
    async (path, list) => {
      const all = await idsOf(path);
      const { sort, q, limit, after, ...filters } = parametersOf(list);
      for (const [name, parameter] of Object.entries(filters)) {
        const values = valuesOf(parameter);
        if (values.length === 0) expect([name, await idsOf(path, { [name]: foreignValue(name) })]).toEqual([name, []]);
        const found = await Promise.all(values.map((value) => idsOf(path, { [name]: value })));
        for (const [i, ids] of found.entries()) {
          expect([name, values[i], ids.filter((id) => !all.includes(id))]).toEqual([name, values[i], []]);
        }
        // of several values, each item has not all
        if (values.length > 1) expect([name, found.every((ids) => ids.length === all.length)]).toEqual([name, false]);
      }
      expect(await idsOf(path, { q: 'no such thing' })).toEqual([]);
    },
  );
});

test('a search with too many matches covers only the newest of them, and says so', async () => {
  const course = await addCourse(program, { title: 'Crowded' });
  const add = (count: number) =>
    sql`insert into account (email, prefix, first_name, last_name, mobile, password_hash, email_verified_at, approved_at)
      select 'crowd-' || gen_random_uuid() || '@example.org', 'Mr', 'Crowd', 'Hand', '', '', now(), now()
      from generate_series(1, ${count})`.execute(db);
  const first = await person('learner', { firstName: 'Crowd', email: 'crowd-first@example.org' });
  await enrol(program, first, course.id, 'pending');
  await add(199);
  const search = async (path: string, q: string) => {
    const { body, headers } = await request('GET', `/api${path}?q=${q}`, { as: admin });
    return [((body as { data?: [] }).data ?? (body as [])).length, headers['x-search-bound']];
  };
  expect(await search('/userCourses/inactive', 'crowd-')).toEqual([1, undefined]);
  await add(1);
  expect(await search('/userCourses/inactive', 'crowd-')).toEqual([0, '200']);
  expect(await search('/userCourses/inactive', 'crowd-first')).toEqual([1, undefined]);
  for (const path of ['/submitTest', '/audit', '/userProfile/getAllUserProfiles', `/courses/${course.id}/learners`]) {
    expect([path, (await search(path, 'crowd-'))[1]]).toEqual([path, '200']);
  }
  // the people themselves are all found
  expect(await search('/user/getApprovedUsers', 'crowd-')).toEqual([100, undefined]);
});

test('people are found by the name in their own script, and so is all that belongs to them', async () => {
  const { learner, certificate } = await earned(program);
  const ownScriptName = { ownScriptName: '王伟' };
  await db.updateTable('seafarerProfile').set(ownScriptName).where('accountId', '=', learner.accountId).execute();
  await db.updateTable('certificate').set(ownScriptName).where('id', '=', certificate.id).execute();
  await enrol(program, learner, (await addCourse(program)).id, 'pending');
  const found = async (q: string) => {
    const lists = ['user/getApprovedUsers', 'userProfile/getAllUserProfiles', 'certificates', 'userCourses/inactive'];
    const counts: number[] = [];
    for (const path of [...lists, 'submitTest', 'audit']) {
      const { status, body } = await request('GET', `/api/${path}?q=${encodeURIComponent(q)}`, { as: admin });
      expect(status).toBe(200);
      counts.push(itemsIn(body).length);
    }
    return counts;
  };
  for (const q of ['王伟', '王', '伟 ']) expect(await found(q), q).toEqual([1, 1, 1, 1, 1, expect.any(Number)]);
  expect((await found('伟')).at(-1)).toBeGreaterThan(0);
  expect(await found('伟王')).toEqual([0, 0, 0, 0, 0, 0]);
});
