import { fitToJoin } from '@fairlead/contract/fit-to-join/calls';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../platform/typesetting/testing/pdf-text.ts';
import { testApp } from '../../testing/app.ts';
import { urlOf } from '../../testing/call-url.ts';
import { addBatch, addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { earned } from '../../testing/journey.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';
import { addTest } from '../assessments/testing/assessments.ts';
import { findNamed, getPerson, listPeople } from './queries.ts';
import { checklistDesk, edition, type Query, question, row, voyage } from './testing/checklist-desk.ts';

const program = await testApp();
const { call, person, db } = program;
const { registrar, created, add, seafarer, people } = await checklistDesk(program);

describe('a verdict', () => {
  test('says what is held, what runs out and what is missing; who cannot log in is not judged', async () => {
    const { _id } = await created();
    const course = await addCourse(program);
    const batch = await addBatch(program, course.id);
    const crew = [
      await seafarer([
        { code: 'PST', lastDay: null },
        { code: 'MED', lastDay: '2027-06-14' },
      ]),
      await seafarer([
        { code: 'PST', lastDay: '2027-03-01' },
        { code: 'MED', lastDay: null, isChecked: false },
      ]),
      await seafarer([{ code: 'MED', lastDay: '2026-12-14' }]),
    ];
    const disabled = await person();
    await db.updateTable('account').set({ disabledAt: program.clock() }).where('id', '=', disabled.accountId).execute();
    for (const one of [...crew, disabled]) {
      const id = await enrol(program, one, course.id);
      await db
        .updateTable('enrolment')
        .set({ batchId: batch, batchAskedAt: program.clock(), seatedAt: program.clock() })
        .where('id', '=', id)
        .execute();
    }
    const { body } = await people(_id, { batch });
    expect(body.data.rows.map(({ id }) => id)).toEqual(['pst', 'med']);
    expect(body.data.people.map(({ _id: id, standing }) => [id, standing])).toEqual([
      [crew[2]?.accountId, 'missing'],
      [crew[1]?.accountId, 'runs-out'],
      [crew[0]?.accountId, 'fit'],
    ]);
    expect(body.data.people[1]?.cells).toEqual([
      { state: 'runs-out', lastDay: '2027-03-01', inDays: 76, isChecked: true },
      { state: 'held', lastDay: null, inDays: null, isChecked: false },
    ]);
    expect(body.data.people[0]?.cells[1]).toEqual({
      state: 'missing',
      lastDay: '2026-12-14',
      inDays: null,
      isChecked: true,
    });
    const fit = (await people(_id, { batch, only: 'fit', limit: 1 })).body.data;
    expect([fit.people.map(({ _id: id }) => id), fit.examined]).toEqual([[crew[0]?.accountId], 3]);
    expect((await people(_id, { batch, only: 'missing', rank: 'cook' })).body.data.people).toHaveLength(3);
  });

  test('is given page by page, each person once, and to those whom a search finds', async () => {
    const { _id } = await created();
    for (const n of [1, 2, 3, 4, 5]) {
      const held =
        n % 2
          ? [
              { code: 'PST', lastDay: null },
              { code: 'MED', lastDay: null },
            ]
          : [];
      await seafarer(held, { email: `paged-${n}@example.org` });
    }
    const pages = async (query: string) => {
      const found: string[][] = [];
      let link: string | undefined = `${urlOf(fitToJoin.people, { params: { id: _id }, query: question })}&${query}`;
      while (link) {
        const { body, headers } = await program.request('GET', link, { as: registrar });
        found.push(
          (body as { data: { people: { email: string }[] } }).data.people.map(({ email }) => email.slice(6, 7)),
        );
        link = /^<([^>]+)>/.exec(String(headers.link ?? ''))?.[1];
      }
      return found;
    };
    expect(await pages('q=paged-&limit=2')).toEqual([['5', '4'], ['3', '2'], ['1']]);
    expect(await pages('q=paged-&limit=2&only=fit')).toEqual([['5', '3'], ['1']]);
    expect(await pages('q=paged-&limit=3&only=missing')).toEqual([['4', '2']]);
    expect(await pages('q=nobody-at-all')).toEqual([[]]);
  });

  test('is given to a list of people by email and INDoS number, once each, and names the unknown', async () => {
    const { _id } = await created();
    const [one, other] = [await seafarer([{ code: 'PST', lastDay: null }]), await seafarer([])];
    await addProfile(program, other, { indosNumber: '18NM1234' });
    const asked = ['18nm1234', one.email.toUpperCase(), one.email, 'nobody@example.org'];
    const { body } = await call(
      fitToJoin.judgeList,
      { params: { id: _id }, body: { ...question, people: asked } },
      registrar,
    );
    expect(body.data.people.map((found) => found._id)).toEqual([other.accountId, one.accountId]);
    expect([body.data.unknown, body.data.ambiguous]).toEqual([['nobody@example.org'], []]);
  });

  test('is given to nobody under a number that was not issued, or that several people have', async () => {
    const { _id } = await created();
    for (const indosNumber of ['NOT ISSUED', '18NM5678', '18NM5678']) {
      await addProfile(program, await seafarer([]), { indosNumber });
    }
    const { body } = await call(
      fitToJoin.judgeList,
      { params: { id: _id }, body: { ...question, people: ['not issued', '18-nm-5678'] } },
      registrar,
    );
    expect(body.data).toMatchObject({ people: [], unknown: ['not issued'], ambiguous: ['18-nm-5678'] });
  });

  test('counts certificates of the academy, and names the courses that close a gap, and whether in time', async () => {
    const appliesFrom = '2026-01-01';
    const rule = (courseId: string, qualification: string, kind: 'first' | 'refresher' = 'first') =>
      db
        .insertInto('courseRule')
        .values({
          courseId,
          edition: 2,
          appliesFrom,
          qualification,
          kind,
          kindOf: kind === 'refresher' ? 'CLOSED' : '',
          validity: 'months',
          validityMonths: 60,
          createdAt: program.clock(),
        })
        .execute();
    const taught = await addCourse(program, { title: 'A taught course', format: 'classroom' });
    const refresher = await addCourse(program, { title: 'B refresher' });
    const hidden = await addCourse(program, { isActive: false });
    for (const { id } of [taught, hidden]) await rule(id, 'CLOSED');
    await rule(refresher.id, 'CLOSED-R', 'refresher');
    const sat = await addTest(program, refresher.id);
    const { learner } = await earned(program, { at: { course: refresher, sat } });
    const early = { firstDay: '2026-11-21', lastDay: '2026-11-22' };
    const full = await addBatch(program, taught.id, { code: 'FULL', seats: 1, ...early });
    const seat = { batchId: full, batchAskedAt: program.clock(), seatedAt: program.clock() };
    const seated = await enrol(program, await person(), taught.id);
    await db.updateTable('enrolment').set(seat).where('id', '=', seated).execute();
    await addBatch(program, taught.id, {
      code: 'SHUT',
      state: 'closed',
      firstDay: '2026-11-21',
      lastDay: '2026-11-22',
    });
    await addBatch(program, taught.id, { code: 'NEXT', firstDay: '2026-12-12', lastDay: '2026-12-14' });
    const { _id } = await created({ rows: [row('closed')], cases: [] });
    const one = async (id: string, joinsOn = voyage.joinsOn) =>
      (await call(fitToJoin.person, { params: { id: _id, personId: id }, query: { ...question, joinsOn } }, registrar))
        .body.data;
    expect((await one(learner.accountId)).person.cells).toMatchObject([{ state: 'held', lastDay: '2031-11-20' }]);
    const { rows } = await one((await person()).accountId);
    expect(rows[0]?.closedBy).toMatchObject([
      { title: 'A taught course', isOnline: false, isRefresher: false, inTime: true, batch: { code: 'NEXT' } },
      { title: 'B refresher', isOnline: true, isRefresher: true, inTime: null, batch: null },
    ]);
    expect((await one(learner.accountId, '2026-12-14')).rows[0]?.closedBy[0]?.inTime).toBe(false);
  });

  test('on themself is given to learners, and on nobody else', async () => {
    const { _id } = await created();
    const [learner, other] = [await seafarer([{ code: 'PST', lastDay: null }]), await person()];
    const own = await call(fitToJoin.own, { params: { id: _id }, query: question }, learner);
    expect(own.body.data.person).toMatchObject({ _id: learner.accountId, standing: 'missing' });
    // where a checklist comes from is for staff
    expect(Object.keys(own.body.data.checklist)).toEqual(['_id', 'name', 'edition']);
    expect(JSON.stringify(own.body.data.rows)).not.toContain('source');
    const asked = { params: { id: _id, personId: learner.accountId }, query: question };
    expect((await call(fitToJoin.person, asked, other)).status).toBe(403);
    expect((await people(_id, {}, other)).status).toBe(403);
    expect((await call(fitToJoin.own, { params: { id: _id }, query: question }, registrar)).status).toBe(403);
    const staff = { params: { id: _id, personId: registrar.accountId }, query: question };
    expect((await call(fitToJoin.person, staff, registrar)).status).toBe(404);
  });

  test('is given on nobody but those whom its reader may see', async () => {
    const [own, other] = [await person(), await person()];
    const scope = { accountIds: [own.accountId] };
    const page = { after: undefined, take: 10, found: undefined, batch: undefined };
    expect((await listPeople(db, scope, page)).map(({ id }) => id)).toEqual([own.accountId]);
    await expect(getPerson(db, scope, other.accountId)).rejects.toThrow('There is no such person.');
    expect((await findNamed(db, scope, [other.email])).get(other.email)).toEqual([]);
  });

  test('is given by the edition of the day of joining, or by the one that is asked for', async () => {
    const { _id } = await created();
    await add(_id, { appliesFrom: '2027-01-01', rows: [row('visa')], cases: [] });
    const by = async (query: Query) => {
      const { status, body } = await people(_id, { limit: 1, ...query });
      return status === 200
        ? body.data.checklist.edition
        : [status, Object.keys((body as { fields?: object }).fields ?? {})];
    };
    expect(await by({ joinsOn: '2026-12-31' })).toBe(1);
    expect(await by({ joinsOn: '2027-01-01' })).toBe(2);
    expect(await by({ edition: 2 })).toBe(2);
    expect(await by({ edition: 3 })).toEqual([404, []]);
    expect(await by({ joinsOn: '2026-11-19' })).toEqual([409, ['joinsOn']]);
    expect(await by({ joinsOn: '2027-06-15' })).toEqual([400, ['signsOffOn']]);
  });
});

test('a difference names the people who lack something by the later edition alone', async () => {
  const { _id } = await created();
  await add(_id, { appliesFrom: '2027-01-01', rows: [...edition.rows, row('visa')], cases: [] });
  const ready = await seafarer([{ code: 'VISA', lastDay: null }]);
  const lacking = await seafarer([{ code: 'VISA', lastDay: '2027-02-01' }]);
  const { body } = await call(
    fitToJoin.difference,
    { params: { id: _id }, query: { ...question, from: 1, to: 2 } },
    registrar,
  );
  expect(body.data.changes).toEqual([{ id: 'visa', title: 'Document visa', change: 'added', what: 'VISA' }]);
  const found = new Map(body.data.people.map((one) => [one._id, one.lacks]));
  expect(found.has(ready.accountId)).toBe(false);
  expect(found.get(lacking.accountId)).toMatchObject([{ row: 'visa', state: 'runs-out', inDays: 48 }]);
});

describe('verdicts are exported', () => {
  test('as a table with a column for each document, and as a PDF, both audited', async () => {
    const { _id } = await created();
    const email = 'taken-away@example.org';
    const learner = await seafarer([{ code: 'PST', lastDay: '2027-03-01', isChecked: false }], { email });
    const asked = { params: { id: _id }, query: { ...question, q: email } };
    const me = await person('registrar');
    const csv = await program.request('GET', urlOf(fitToJoin.people, asked).replace('/api/', '/api/export/'), {
      as: me,
    });
    expect(String(csv.body).trim().split('\r\n')).toEqual([
      'Name,Email,Verdict,Missing,Runs out,Not checked,Document pst,Medical',
      expect.stringContaining(
        `,${email},Something is missing,1,1,1,"Runs out on 2027-03-01, after 76 days, not checked",Missing`,
      ),
    ]);
    const sheet = async (query: object) =>
      program.app.inject({
        url: urlOf(fitToJoin.print, { params: { id: _id }, query: { ...question, ...query } }),
        headers: {
          authorization: `Bearer ${await signAccessToken(me, program.config.secrets.token, program.clock())}`,
        },
      });
    const pdf = await sheet({ person: learner.accountId });
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const words = await wordsOf(pdf.rawPayload);
    for (const text of ['Bosun, oil tanker, flag of Panama', 'after 76 days', 'Medical', 'missing, 1 not checked']) {
      expect(words).toContain(text);
    }
    expect((await sheet({ q: 'nobody-at-all' })).statusCode).toBe(200);
    const workbook = await program.app.inject({
      method: 'POST',
      url: urlOf(fitToJoin.judgeList, { params: { id: _id } }),
      payload: { ...question, people: [email], format: 'xlsx' },
      headers: { authorization: `Bearer ${await signAccessToken(me, program.config.secrets.token, program.clock())}` },
    });
    expect((await readSheet(workbook.rawPayload)).map((cells) => cells[1])).toEqual(['Email', email]);
    const written = db
      .selectFrom('auditEvent')
      .select(['action', 'subjectId', 'details'])
      .where('actorId', '=', me.accountId);
    expect(await written.orderBy('id').execute()).toMatchObject([
      { action: 'list.export', subjectId: 'fit-to-join', details: { id: _id, searched: true } },
      { action: 'list.export', subjectId: 'fit-to-join', details: { id: _id, person: learner.accountId } },
      { action: 'list.export', subjectId: 'fit-to-join', details: { id: _id, searched: true } },
      { action: 'list.export', subjectId: 'fit-to-join', details: { id: _id, people: 1 } },
    ]);
  });
});
