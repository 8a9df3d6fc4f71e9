import { fitToJoin } from '@fairlead/contract/fit-to-join/calls';
import { checklists } from '@fairlead/contract/fit-to-join/checklists';
import { describe, expect, test } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { testApp } from '../../testing/app.ts';
import { checklistDesk, edition, question, row, today } from './testing/checklist-desk.ts';

const program = await testApp();
const { call, person, db } = program;
const { registrar, create, created, add, seafarer, people } = await checklistDesk(program);

describe('a checklist', () => {
  test('is created with its test cases, which run, and gets editions that change no earlier one', async () => {
    const { status, body } = await create({ name: 'Ratings on tankers' });
    expect([status, body.data.name]).toEqual([201, 'Ratings on tankers']);
    expect(body.data.editions).toMatchObject([
      { edition: 1, inForce: true, outcomes: [{ name: 'Bosun', failures: [] }], createdBy: expect.any(String) },
    ]);
    const next = await add(body.data._id, {
      appliesFrom: '2027-01-01',
      rows: [...edition.rows, row('visa')],
      cases: [],
    });
    expect(next.body.data.editions).toMatchObject([
      { edition: 2, inForce: false, rows: { length: 4 } },
      { edition: 1, inForce: true, rows: { length: 3 } },
    ]);
    const listed = (await call(checklists.list, registrar)).body.data.find(({ _id }) => _id === body.data._id);
    expect(listed).toMatchObject({
      edition: 1,
      rows: 3,
      cases: 1,
      failing: 0,
      next: { edition: 2, appliesFrom: '2027-01-01' },
      jobs: { ranks: ['cook'], flags: [], shipTypes: [] },
    });
    const written = db.selectFrom('auditEvent').select(['action', 'details']).where('subjectId', '=', body.data._id);
    expect(await written.orderBy('id').execute()).toEqual([
      { action: 'checklist.create', details: { note: 'Ratings on tankers', appliesFrom: today } },
      { action: 'checklist.edition', details: { edition: 2, note: 'Ratings on tankers', appliesFrom: '2027-01-01' } },
    ]);
  });

  test('is saved with failing test cases only knowingly, and says so', async () => {
    const cases = [...edition.cases, { ...edition.cases[0], name: 'Wrong', gaps: [] }] as typeof edition.cases;
    const { status, body } = await create({ cases });
    expect([status, body]).toMatchObject([
      409,
      { code: 'cases-fail', fields: { 'cases.1.name': 'Medical: missing, and not held.' } },
    ]);
    const saved = await created({ cases, knowingly: true });
    expect(saved.editions[0]?.outcomes[1]?.failures).toEqual(['Medical: missing, and not held']);
    const written = db.selectFrom('auditEvent').select('details').where('subjectId', '=', saved._id);
    expect(await written.execute()).toMatchObject([{ details: { failing: 1 } }]);
    expect((await call(checklists.list, registrar)).body.data.find(({ _id }) => _id === saved._id)?.failing).toBe(1);
  });

  test('is refused under a name that another has, and an edition that would be hidden', async () => {
    await create({ name: 'Passenger ships' });
    expect((await create({ name: 'PASSENGER ships' })).body).toMatchObject({ fields: { name: expect.any(String) } });
    const { _id } = await created();
    expect((await add(_id, { appliesFrom: '2026-11-19' })).body).toMatchObject({
      fields: { appliesFrom: expect.stringContaining('20 November 2026') },
    });
    expect((await add('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test('gets one of several editions that are saved at once', async () => {
    const { _id } = await created();
    const answers = await Promise.all([add(_id), add(_id), add(_id)]);
    expect(tally(answers)).toEqual({ 201: 1, 409: 2 });
    expect((await add(_id)).body).toMatchObject({ code: 'stale' });
  });

  test.each<[string, Partial<typeof edition>, string]>([
    ['without rows', { rows: [] }, 'rows'],
    ['with two rows of one id', { rows: [row('pst'), row('pst')] }, 'rows'],
    ['with a row without codes', { rows: [row('pst', { anyOf: [] })] }, 'rows.0.anyOf'],
    ['with an unknown rank', { rows: [row('pst', { ranks: ['admiral' as 'bosun'] })] }, 'rows.0.ranks.0'],
    ['without a source', { source: ' ' }, 'source'],
  ])('is refused %s', async (_, part, field) => {
    const { status, body } = await create(part);
    expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([400, [field]]);
  });

  test('is read by learners in short, and whole and edited by staff who may', async () => {
    const { _id } = await created();
    const [learner, instructor] = [await person(), await person('instructor')];
    expect((await call(checklists.list, learner)).status).toBe(403);
    const offered = (await call(checklists.listOffered, learner)).body.data.find((one) => one._id === _id);
    expect(Object.keys(offered ?? {}).toSorted()).toEqual(['_id', 'appliesFrom', 'jobs', 'name']);
    expect((await call(checklists.get, { params: { id: _id } }, learner)).status).toBe(403);
    expect((await add(_id, {}, instructor)).status).toBe(403);
    expect((await call(checklists.startingSets, registrar)).body.data).toHaveLength(3);
  });
});

test('an archived checklist judges nobody, keeps its editions, and can be restored', async () => {
  const { _id, editions } = await created();
  const [learner, instructor] = [await seafarer([]), await person('instructor')];
  const archive = (archived: boolean, as = registrar) =>
    call(checklists.setArchived, { params: { id: _id }, body: { archived } }, as);
  const offered = async () => (await call(checklists.listOffered, learner)).body.data.some((one) => one._id === _id);
  const asked = { params: { id: _id }, query: question };
  expect((await archive(true, instructor)).status).toBe(403);
  expect((await archive(true)).body.data).toMatchObject({ archivedAt: expect.any(String), editions });
  expect((await archive(true)).status).toBe(200);
  expect([(await people(_id)).status, (await call(fitToJoin.own, asked, learner)).status]).toEqual([409, 409]);
  expect((await add(_id)).body).toMatchObject({ code: 'over' });
  expect(await offered()).toBe(false);
  expect((await call(checklists.list, registrar)).body.data.at(-1)?._id).toBe(_id);
  expect((await archive(false)).body.data.archivedAt).toBeNull();
  expect([(await people(_id)).status, await offered()]).toEqual([200, true]);
  expect(await program.auditActions(_id)).toEqual([...['checklist.create', 'checklist.archive', 'checklist.restore']]);
});
