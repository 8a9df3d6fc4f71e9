import { peopleImport } from '@fairlead/contract/people-import/calls';
import { describe, expect, test } from 'vitest';
import { sheetOf, stylesOf, workbook, workbookOf } from '../../platform/tables/testing/workbooks.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';
import { head, listDesk, someone } from './testing/list-desk.ts';

const program = await testApp();
const { call, db, person, request, mailsTo } = program;
const desk = await listDesk(program);
const { registrar, rowsOf, saidOf, importOf, confirm, accountOf, enrolmentsOf } = desk;
const { preview, previewBook, choose, correct, email } = desk;
await addCourse(program, { title: 'Fire Fighting' });

describe('headings', () => {
  test('two columns of one meaning are held and both named, and the first of each is used once staff choose', async () => {
    const [asha, mohan] = [email(), email()];
    const list = await preview(
      'Name,Email,Mobile,Rank,Name,Relationship,Email,Mobile',
      `Asha Nair,${asha},9820012345,Cook,Mohan Nair,Father,${mohan},9820099999`,
    );
    expect(list.counts).toMatchObject({ new: 0, refused: 1 });
    expect(list.layout?.doubts).toEqual([
      { meaning: 'name', columns: [0, 4], message: 'Columns A ‘Name’ and E ‘Name’ have the same meaning.' },
      { meaning: 'email', columns: [1, 6], message: 'Columns B ‘Email’ and G ‘Email’ have the same meaning.' },
      { meaning: 'mobile', columns: [2, 7], message: 'Columns C ‘Mobile’ and H ‘Mobile’ have the same meaning.' },
    ]);
    expect((await confirm(list._id)).status).toBe(200);
    expect(await accountOf(mohan)).toBeUndefined();
    const again = await preview(
      'Name,Email,Mobile,Rank,Name,Relationship,Email,Mobile',
      `Asha Nair,${asha},9820012345,Cook,Mohan Nair,Father,${mohan},9820099999`,
    );
    const chosen = await choose(again._id, { name: 0, email: 1, mobile: 2, gradeNumber: 3 });
    expect(chosen.body.data).toMatchObject({ counts: { new: 1 }, layout: { doubts: [] } });
    expect(await rowsOf(again._id)).toMatchObject([{ name: 'Asha Nair', email: asha, mobile: '9820012345' }]);
    await confirm(again._id);
    await program.worker.drain();
    expect(await mailsTo(mohan)).toEqual([]);
    expect(await mailsTo(asha)).toHaveLength(1);
  });

  test('what staff chose is kept for the next list with the same headings, and for no other', async () => {
    const titles = 'Crew member name,Email,Mobile,Remarks of the agent';
    const list = await preview(titles, `Asha Nair,${email()},9820012345,x`);
    expect(list.layout?.doubts).toMatchObject([{ meaning: 'name', message: 'No heading is understood as Name.' }]);
    expect((await choose(list._id, { name: 0, email: 1, mobile: 2 })).body.data.counts.new).toBe(1);
    const next = await preview(titles, `Ravi Menon,${email()},9820012346,y`);
    expect(next).toMatchObject({
      counts: { new: 1 },
      layout: { doubts: [], headings: [{ meaning: 'name' }, {}, {}, { meaning: null }] },
    });
    expect(next.layout?.remarks[0]).toContain('chosen for the last list');
    const other = await preview(`${titles},More`, `Mina Rao,${email()},9820012347,z,1`);
    expect(other.counts).toMatchObject({ new: 0, refused: 1 });
  });

  test.each([
    ['E-Mail', 'E mail', 'Columns B ‘E-Mail’ and D ‘E mail’ have the same meaning.'],
    [
      'Passport expiry,Email',
      'Passport expiry',
      'Columns B ‘Passport expiry’ and E ‘Passport expiry’ have the same meaning.',
    ],
  ])('%s beside %s is held', async (one, other, message) => {
    const first = one.includes(',') ? '01/05/2031,a@example.org' : 'a@example.org';
    const list = await preview(`Name,${one},Mobile,${other}`, `Asha Nair,${first},9820012345,02/05/2032`);
    expect(list.layout?.doubts.map((doubt) => doubt.message)).toEqual([message]);
    expect(list.counts.new).toBe(0);
  });

  test.each([
    ['Name,Next of kin,Email,Mobile', 'Columns'],
    ['Name,Email (next of kin),Mobile', 'Email'],
    ["Name,Mobile,Father's email", 'Email'],
  ])('a next of kin’s column never fills the email: %s', async (titles) => {
    const list = await preview(titles, `Asha Nair,${email()},${email()},9820012345`);
    expect(list.counts.new).toBe(0);
    expect(list.layout?.headings.filter(({ meaning }) => meaning === 'email')).toEqual([]);
  });

  test.each([
    ['Family name,Given names,Rank or rating,Nationality,E-mail,Mobile No.', 'Nair,Asha Kumari,Cook,Indian'],
    ['Surname,Forenames,Rating,Citizenship,E-mail ID,Cell phone', 'Nair,Asha Kumari,Cook,Indian'],
    ['Surname,Name,Rank/Rating,Nationality,Email,Mobile phone', 'Nair,Asha Kumari,Cook,Indian'],
    [
      'Surname / Family name,Given name(s),Position,Nationality,Email *,Mobile (WhatsApp)',
      'Nair,Asha Kumari,Cook,Indian',
    ],
    ['"Surname, Name",Remarks,Rank,Nationality,Email,Mobile', '"Nair, Asha Kumari",x,Cook,Indian'],
  ])('of crew lists are understood: %s', async (titles, cells) => {
    const list = await preview(titles, `${cells},${email()},9820012345`);
    expect(list.counts.new).toBe(1);
    expect(await rowsOf(list._id)).toMatchObject([{ name: 'Asha Kumari Nair', particulars: { gradenumber: 'COOK' } }]);
  });

  test('may stand below a title and be repeated, and what is not used is named', async () => {
    const list = await preview(
      'CREW LIST,,,',
      'Name,Email,Mobile,Shoe size',
      `A Nair,${email()},9820012345,42`,
      'Name,Email,Mobile,Shoe size',
      `B Nair,${email()},9820012345,43`,
    );
    expect(list).toMatchObject({
      counts: { new: 2 },
      layout: { headings: [{}, {}, {}, { title: 'Shoe size', meaning: null }] },
    });
    expect(list.layout?.remarks).toEqual([
      'Row 1 (‘CREW LIST’) stands above the headings, and is not read.',
      'Row 4 repeats the headings, and is left out.',
    ]);
  });

  test('a cell behind the last heading of a text file refuses its row', async () => {
    const list = await preview('Name,Email,Mobile', `Nair, Asha,${email()},9820012345`);
    expect(await saidOf(list._id)).toMatchObject([
      ['refused', expect.stringContaining('Row 2 has more cells than there are headings')],
    ]);
  });
});

describe('a workbook', () => {
  test.each(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#NUM!'])(
    'whose Course is %s does not lose the enrolment',
    async (error) => {
      const { _id } = await previewBook(workbook(head + someone(email(), `<c t="e"><v>${error}</v></c>`)));
      expect(await saidOf(_id)).toEqual([['refused', `Cell E2 says ${error}, which is an error and no value.`]]);
      expect((await correct(_id, 2, { 4: 'Fire Fighting' })).body.data).toMatchObject({
        counts: { new: 1 },
        enrolments: 1,
      });
      expect(await rowsOf(_id)).toMatchObject([
        { outcome: 'new', remarks: [`Cell E2 (Course) said ‘${error}’, and was corrected.`] },
      ]);
    },
  );

  test('is read from its first shown sheet, and the preview names it, the others and hidden rows', async () => {
    const shown = email();
    const list = await previewBook(
      workbookOf([
        { name: 'Old', state: 'veryHidden', xml: sheetOf(head + someone(email(), '')) },
        { name: 'Crew', xml: sheetOf(head + someone(shown, '').replace('<row>', '<row hidden="1">')) },
      ]),
    );
    expect(list).toMatchObject({
      remarks: 1,
      layout: { sheet: 'Crew', otherSheets: [{ name: 'Old', isHidden: true }] },
    });
    expect(await rowsOf(list._id)).toMatchObject([
      { email: shown, outcome: 'new', remarks: ['Row 2 is hidden in the sheet, and is read all the same.'] },
    ]);
    expect((await correct(list._id, 2, {}, true)).body.data.counts).toMatchObject({ new: 0, refused: 1 });
    expect(await saidOf(list._id)).toEqual([['refused', 'Left out.']]);
  });

  test('gives a merged course to each row, shows numbers as the sheet does, and needs no r', async () => {
    const emails = [email(), email(), email()];
    const course = '<c r="E2" t="inlineStr"><is><t>Fire Fighting</t></is></c>';
    const number = (value: string) => `<c s="0"><v>${value}</v></c>`;
    const rows = emails.map((one, n) => someone(one, n === 0 ? course : '', number(`12345${n}`)));
    const xml = sheetOf(head + rows.join(''), { after: '<mergeCells><mergeCell ref="E2:E4"/></mergeCells>' });
    const list = await previewBook(workbookOf([{ name: 'Crew', xml }], stylesOf('"MUM "0')));
    expect(list).toMatchObject({ counts: { new: 3 }, enrolments: 3, remarks: 2 });
    expect((await rowsOf(list._id)).map(({ particulars }) => particulars.CDCnumber)).toEqual([
      'MUM 123450',
      'MUM 123451',
      'MUM 123452',
    ]);
    await confirm(list._id);
    expect((await Promise.all(emails.map(enrolmentsOf))).map((found) => found.length)).toEqual([1, 1, 1]);
  });

  test('with a number of 21 digits refuses the row', async () => {
    const { _id } = await previewBook(workbook(head + someone(email(), '', '<c><v>123456789012345678901</v></c>')));
    expect(await saidOf(_id)).toMatchObject([['refused', expect.stringContaining('Format this column as text')]]);
  });
});

describe('dates of which one row writes the month first', () => {
  const list = () =>
    preview(
      'Name,Email,Mobile,DOB,Passport number,Passport expiry',
      `A Nair,${email()},9820012345,12/25/1988,Z10001,12/25/2031`,
      `B Nair,${email()},9820012345,03/04/1985,Z20001,05/06/2031`,
      `C Nair,${email()},9820012345,4 Mar 1985,Z30001,04/04/2031`,
    );

  test('are held until staff choose their order', async () => {
    const { _id, layout, counts } = await list();
    expect(layout?.dates).toMatchObject([
      {
        meaning: 'birthDate',
        order: null,
        message: expect.stringMatching(
          /^Row 2 writes the month first \(12\/25\/1988\), so that Date of birth [\d/]+ can be read in two ways\.$/,
        ),
      },
      { meaning: 'passportExpiresOn', order: null },
    ]);
    expect(counts).toMatchObject({ new: 1, refused: 2 });
    expect((await rowsOf(_id))[1]?.reason).toContain('Date of birth 03/04/1985 can be read in two ways.');
    const columns = { name: 0, email: 1, mobile: 2, birthDate: 3, passportNumber: 4, passportExpiresOn: 5 };
    await choose(_id, columns, { birthDate: 'month', passportExpiresOn: 'month' });
    expect(
      (await rowsOf(_id)).map(({ particulars }) => [particulars.DateofBirth, particulars.passportExpiryDate]),
    ).toEqual([
      ['1988-12-25', '2031-12-25'],
      ['1985-03-04', '2031-05-06'],
      ['1985-03-04', '2031-04-04'],
    ]);
  });

  test('are corrected row by row', async () => {
    const { _id } = await list();
    await correct(_id, 3, { 3: '4 Mar 1985', 5: '6 May 2031' });
    expect((await rowsOf(_id))[1]).toMatchObject({
      outcome: 'new',
      remarks: [
        'Cell D3 (DOB) said ‘03/04/1985’, and was corrected.',
        'Cell F3 (Passport expiry) said ‘05/06/2031’, and was corrected.',
      ],
    });
  });

  test('are held after the row that raised the doubt is corrected', async () => {
    const { _id } = await list();
    await correct(_id, 2, { 3: '25 Dec 1988', 5: '25 Dec 2031' });
    expect((await rowsOf(_id))[1]?.reason).toContain('Date of birth 03/04/1985 can be read in two ways.');
    expect((await importOf(_id)).layout?.dates).toHaveLength(2);
  });

  test('day first is as before', async () => {
    const { counts } = await preview(
      'Name,Email,Mobile,DOB',
      `A Nair,${email()},9820012345,25/12/1988`,
      `B Nair,${email()},9820012345,03/04/1985`,
    );
    expect(counts.new).toBe(2);
  });
});

test('a row that is left out does not hold back another with the same email', async () => {
  const same = email();
  const { _id, counts } = await preview('Name,Email,Mobile', `A Nair,${same},9820012345`, `B Nair,${same},9820012346`);
  expect(counts).toMatchObject({ new: 1, refused: 1 });
  await correct(_id, 2, {}, true);
  expect((await rowsOf(_id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', 'Left out.'],
    ['new', null],
  ]);
});

test('the list is downloaded with its remarks, corrected or not, in both forms', async () => {
  const { _id } = await previewBook(workbook(head + someone('down@example.org', '<c t="e"><v>#N/A</v></c>')));
  const file = (format: string) =>
    request('GET', `/api/export/user/imports/${_id}/rows?format=${format}`, { as: registrar });
  const error = 'Cell E2 says #N/A, which is an error and no value.';
  expect((await file('csv')).body).toBe(
    '\ufeffName,Email,Mobile,CDC number,Course,Row,Outcome,Reason,Remarks,To check in the documents\r\n' +
      `Asha Nair,down@example.org,9820012345,MUM 123456,'#N/A,2,refused,"${error}","${error}",\r\n`,
  );
  expect((await file('xlsx')).status).toBe(200);
  await correct(_id, 2, { 4: '' });
  expect((await file('csv')).body).toContain('MUM 123456,,2,new,,"Cell E2 (Course) said ‘#N/A’, and was corrected."');
});

test('only who may import chooses and corrects, in a list that is not confirmed, and in its own rows', async () => {
  const one = await preview('Name,Email,Mobile', `A Nair,${email()},9820012345`);
  const other = await preview('Name,Email,Mobile', `B Nair,${email()},9820012345`);
  const columns = { name: 0, email: 1, mobile: 2 };
  expect((await choose(one._id, columns, {}, await person())).status).toBe(403);
  expect((await choose(one._id, { name: 0, email: 0 })).status).toBe(400);
  expect((await choose(one._id, { name: 7 })).status).toBe(400);
  const rowId = (await rowsOf(other._id))[0]?._id ?? '';
  const body = { rowId, isLeftOut: true, cells: [] };
  expect((await call(peopleImport.correctRow, { params: { id: one._id }, body }, registrar)).status).toBe(404);
  expect((await rowsOf(other._id))[0]?.outcome).toBe('new');
  await confirm(one._id);
  expect((await correct(one._id, 2, {}, true)).body).toMatchObject({ code: 'done' });
  expect((await choose(one._id, columns)).body).toMatchObject({ code: 'done' });
  expect(await importOf(one._id)).toMatchObject({ counts: { new: 1 } });
  expect(await db.selectFrom('peopleImportHeadings').select('digest').execute()).not.toEqual([]);
});
