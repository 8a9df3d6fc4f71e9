import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { sheetOf, workbook, workbookOf } from '../../platform/tables/testing/workbooks.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';
import { sweepImports } from './preview-import.ts';
import { storeRows } from './queries.ts';
import { head, line, listDesk, someone, text } from './testing/list-desk.ts';

const program = await testApp();
const { db, clock, auditActions } = program;
const { rowsOf, saidOf, importOf, confirm, accountOf, send, preview, previewBook, choose, correct, email } =
  await listDesk(program);
await addCourse(program, { title: 'Fire Fighting' });

describe('a sheet is chosen when the workbook is uploaded', () => {
  const book = (address: string) =>
    workbookOf([
      {
        name: 'Hotel',
        xml: sheetOf(
          line(text('Name'), text('Mobile'), text('Room')) + line(text('Asha Nair'), text('9820012345'), text('214')),
        ),
      },
      { name: 'Crew 2', state: 'hidden', xml: sheetOf(head + someone(address, '')) },
    ]);

  test('by its name in any capitals, also a hidden one', async () => {
    const address = email();
    const first = await previewBook(book(address));
    expect(first.layout).toMatchObject({ sheet: 'Hotel', otherSheets: [{ name: 'Crew 2', isHidden: true }] });
    const { _id, layout } = await previewBook(book(address), ' crew 2 ');
    expect(layout).toMatchObject({ sheet: 'Crew 2', otherSheets: [{ name: 'Hotel', isHidden: false }] });
    expect(await rowsOf(_id)).toMatchObject([{ email: address, outcome: 'new' }]);
    expect((await previewBook(book(address), ' ')).layout?.sheet).toBe('Hotel');
  });

  test('and one that is not there is refused, with the names of those that are', async () => {
    expect((await send(await book(email()), 'crew.xlsx', { sheet: 'Crew' })).body).toMatchObject({
      fields: { file: 'This workbook has no sheet ‘Crew’; it has ‘Hotel’, ‘Crew 2’.' },
    });
    expect((await send('Name,Email,Mobile\nA,b,c', 'crew.csv', { sheet: 'Crew' })).body).toMatchObject({
      fields: { file: 'This file is no workbook, and has no sheet ‘Crew’.' },
    });
  });
});

describe('a row that the file refuses is put right in the preview', () => {
  test('where it has more cells than headings', async () => {
    const address = email();
    const { _id } = await preview('Name,Email,Mobile', `Nair, Asha,${address},9820012345`);
    expect(await saidOf(_id)).toMatchObject([['refused', expect.stringContaining('‘9820012345’ behind the last one')]]);
    await correct(_id, 2, {}, true);
    // nobody looked at its cells while it was left out
    await correct(_id, 2, {});
    expect(await saidOf(_id)).toMatchObject([['refused', expect.stringContaining('has more cells')]]);
    await correct(_id, 2, { 0: 'Nair, Asha', 1: address, 2: '9820012345' });
    expect(await rowsOf(_id)).toMatchObject([
      {
        ...{ name: 'Asha Nair', email: address, mobile: '9820012345', outcome: 'new' },
        remarks: [
          expect.stringMatching(/has more cells .* Its cells were checked\.$/),
          ...Array(3).fill(expect.anything()),
        ],
      },
    ]);
  });

  test('where a cell that has no value is meant to be empty', async () => {
    const { _id } = await previewBook(workbook(head + someone(email(), '<c><f>VLOOKUP(A1,B:C,2)</f></c>')));
    expect(await saidOf(_id)).toMatchObject([['refused', expect.stringContaining('a formula without its result')]]);
    // the form sends all cells; who leaves the row out, and takes it back, says nothing of them
    await correct(_id, 2, { 4: '' }, true);
    await correct(_id, 2, { 4: '' });
    expect(await saidOf(_id)).toMatchObject([['refused', expect.stringContaining('a formula without its result')]]);
    await correct(_id, 2, { 4: '' });
    expect(await rowsOf(_id)).toMatchObject([
      { outcome: 'new', remarks: ['Cell E2 (Course) had no value, and was corrected.'] },
    ]);
  });

  test('and what a cell said first stays, whatever its text is', async () => {
    const { _id } = await preview('Name,Email,Mobile', `Ravi was here and was corrected.,${email()},9820012345`);
    await correct(_id, 2, { 0: 'Ravi Menon' });
    await correct(_id, 2, { 0: 'Ravi Das' });
    expect(await rowsOf(_id)).toMatchObject([
      { name: 'Ravi Das', remarks: ['Cell A2 (Name) said ‘Ravi was here and was corrected.’, and was corrected.'] },
    ]);
  });

  test('a row of which no cell can be used is there, and refused', async () => {
    const formula = '<c><f>Old!A1</f></c>';
    const { _id } = await previewBook(workbook(head + line(formula, formula) + someone(email(), '')));
    expect(await saidOf(_id)).toMatchObject([
      ['refused', expect.stringContaining('A2 has a formula')],
      ['new', null],
    ]);
  });
});

test('the comment of a cell is a remark on its row', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const { _id } = await previewBook(
    workbook(head + someone(email(), ''), {
      'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="c" Type="${office}/comments" Target="../comments1.xml"/></Relationships>`,
      'xl/comments1.xml':
        '<comments><commentList><comment ref="A2"><text><r><t>Joins at </t></r><r><t>Mumbai</t></r></text></comment></commentList></comments>',
    }),
  );
  expect((await rowsOf(_id))[0]?.remarks).toEqual(['Cell A2 has the comment ‘Joins at Mumbai’, which is left out.']);
});

test('a name beside first and last names is said to be left out where it is another', async () => {
  const { _id } = await preview(
    'Name,First name,Last name,Email,Mobile',
    `Asha K. Nair,Asha,Nair,${email()},9820012345`,
    `MENON Ravi,Ravi,Menon,${email()},9820012346`,
  );
  expect(await saidOf(_id)).toEqual([
    ['new', 'Name ‘Asha K. Nair’ is left out: First name and Last name count.'],
    ['new', null],
  ]);
});

test('columns are kept for the same headings, whatever stands behind the last one, and for a year', async () => {
  const titles = 'Seaman,Email,Mobile';
  const list = await preview(titles, `Asha Nair,${email()},9820012345`, `Ravi Das,${email()},9820012346,,`);
  expect((await choose(list._id, { name: 0, email: 1, mobile: 2 })).body.data.counts.new).toBe(2);
  const wider = await preview(titles, `Mina Rao,${email()},9820012347,left over`);
  expect(wider.layout?.headings.map(({ meaning }) => meaning)).toEqual(['name', 'email', 'mobile', null]);
  // a column behind the headings is not in every list
  await choose(wider._id, { name: 0, email: 1, mobile: 2, course: 3 });
  const narrow = await preview(titles, `Mina Rao,${email()},9820012347`);
  expect(narrow.layout?.doubts).toMatchObject([{ meaning: 'name' }]);
  await sweepImports(db, new Date(clock().getTime() + 364 * 86_400_000));
  expect(await db.selectFrom('peopleImportHeadings').select('digest').execute()).toHaveLength(1);
  await sweepImports(db, new Date(clock().getTime() + 366 * 86_400_000));
  expect(await db.selectFrom('peopleImportHeadings').select('digest').execute()).toEqual([]);
});

test('who chose columns, corrected rows and left them out is in the audit, without what the cells say', async () => {
  const { _id } = await preview('Name,Email,Mobile', `Asha Nair,${email()},98200`);
  await choose(_id, { name: 0, email: 1, mobile: 2 });
  await correct(_id, 2, { 2: '9820012345' });
  await correct(_id, 2, {}, true);
  expect(await auditActions(_id)).toEqual(['people.choose-columns', 'people.correct-row', 'people.correct-row']);
  const events = await db
    .selectFrom('auditEvent')
    .select('details')
    .where('subjectId', '=', _id)
    .orderBy('id')
    .execute();
  expect(events.map(({ details }) => details)).toEqual([
    { columns: { name: 0, email: 1, mobile: 2 }, dateOrders: {} },
    { row: 2, columns: ['C'], isLeftOut: false },
    { row: 2, columns: [], isLeftOut: true },
  ]);
});

test('a thousand rows that are judged again are stored in two statements', async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => `Asha Nair,many-${n}@example.org,9820012345,x`);
  const { _id } = await preview('Name,Email,Mobile,Crewing remarks', ...rows);
  const stored = await db.selectFrom('peopleImportRow').select('id').where('importId', '=', _id).execute();
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const changed = stored.map(({ id }) => ({
    id,
    firstName: 'Mina',
    toCheck: ['a', 'b'],
    passportExpiresOn: '2031-05-01',
  }));
  await storeRows(db.withPlugin(counting) as unknown as Tx, changed);
  expect(statements).toBe(2);
  const one = await db
    .selectFrom('peopleImportRow')
    .selectAll()
    .where('id', '=', stored[999]?.id ?? '')
    .executeTakeFirst();
  expect(one).toMatchObject({
    firstName: 'Mina',
    lastName: 'Nair',
    toCheck: ['a', 'b'],
    passportExpiresOn: '2031-05-01',
  });
  await choose(_id, { lastName: 3, firstName: 0, email: 1, mobile: 2 });
  expect(await importOf(_id)).toMatchObject({ counts: { new: 1_000 } });
  expect(await accountOf('many-1@example.org')).toBeUndefined();
  expect((await confirm(_id)).status).toBe(200);
  expect(await accountOf('many-1@example.org')).toMatchObject({ firstName: 'Asha Nair', lastName: 'x' });
});
