import { describe, expect, test } from 'vitest';
import { Refusal } from '../inspection/refusal.ts';
import { sheetOf, stylesOf, workbook, workbookOf } from './testing/workbooks.ts';
import { readWorkbook } from './workbook.ts';

const text = (place: string, said: string) => `<c r="${place}" t="inlineStr"><is><t>${said}</t></is></c>`;
const row = (number: number, cells: string, attributes = '') => `<row r="${number}"${attributes}>${cells}</row>`;
/** The rows that are not empty, and the remarks as [row, column, whether its row is refused, message]. */
async function read(file: Promise<Buffer>) {
  const { rows, remarks, ...rest } = await readWorkbook(await file);
  return {
    ...rest,
    cells: rows.map(({ cells }) => cells),
    remarks: remarks.map(({ row, column, refuses, message }) => [row, column, refuses, message]),
  };
}
const refusalOf = async (file: Promise<Buffer>) => {
  const error = await readWorkbook(await file).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Refusal);
  return (error as Refusal).message;
};
const list = (said: string) => sheetOf(row(1, text('A1', said)));

describe('the sheet that is read', () => {
  test.each(['hidden', 'veryHidden'])('is the first one that is shown: not one that is %s', async (state) => {
    const sheets = [
      { name: 'Lookup', state, xml: list('old') },
      { name: 'Crew', xml: list('new') },
      { name: 'Notes', xml: list('more') },
    ];
    expect(await read(workbookOf(sheets))).toMatchObject({
      sheet: 'Crew',
      otherSheets: [
        { name: 'Lookup', isHidden: true },
        { name: 'Notes', isHidden: false },
      ],
      cells: [['new']],
    });
  });

  test('is none where all are hidden', async () => {
    expect(await refusalOf(workbookOf([{ name: 'Crew', state: 'hidden', xml: list('x') }]))).toContain(
      'Every sheet of this workbook is hidden.',
    );
  });

  test('has a remark for what is drawn on it', async () => {
    const xml = sheetOf(row(1, text('A1', 'Name')), { after: '<drawing r:id="rId1"/>' });
    const { remarks } = await read(workbookOf([{ name: 'Crew', xml }]));
    expect(remarks).toEqual([[null, null, false, 'The sheet has pictures, charts or text boxes, which are not read.']]);
  });

  test('has remarks for what it hides: rows, columns with values, and what is crossed out', async () => {
    const xml = sheetOf(
      row(1, text('A1', 'Name') + text('B1', 'Rank')) +
        row(2, text('A2', 'Asha'), ' hidden="1"') +
        row(3, '<c r="A3" s="1" t="inlineStr"><is><t>Ravi</t></is></c>'),
      { before: '<cols><col min="2" max="3" hidden="1"/></cols>', after: '<autoFilter ref="A1:B3"/>' },
    );
    const crossed =
      '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>';
    expect(await read(workbookOf([{ name: 'Crew', xml }], { 'xl/styles.xml': crossed }))).toMatchObject({
      cells: [['Name', 'Rank'], ['Asha'], ['Ravi']],
      remarks: [
        [2, null, false, 'Row 2 is hidden by a filter of the sheet, and is read all the same.'],
        [3, null, false, 'A3 is crossed out in the sheet, and read all the same.'],
        [null, 1, false, 'Column B is hidden in the sheet, and is read all the same.'],
      ],
    });
  });
});

describe('a cell without a value', () => {
  test.each(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#NUM!', '#DIV/0!', '#NULL!', '#SPILL!'])(
    'that is the error %s refuses its row, also in a date and as a text',
    async (error) => {
      const styled = `<c r="B1" s="0" t="e"><f>VLOOKUP(1,2,3)</f><v>${error}</v></c>`;
      const cells = `<c r="A1" t="e"><v>${error}</v></c>${styled}${text('C1', error)}<c r="D1" t="str"><f>A1</f><v>${error}</v></c>`;
      const { remarks } = await read(workbook(row(1, cells), stylesOf('dd/mm/yyyy')));
      const sentence = (column: string) => `Cell ${column}1 says ${error}, which is an error and no value.`;
      expect(remarks).toEqual([0, 1, 2, 3].map((n) => [1, n, true, sentence('ABCD'[n] ?? '')]));
    },
  );

  test.each(['<f>B1&amp;C1</f>', '<f>B1</f><v/>', '<f>B1</f><v></v>'])(
    'that is a formula without its stored result refuses its row: %s',
    async (content) => {
      expect(await read(workbook(row(1, `<c r="A1">${content}</c>${text('B1', 'x')}`)))).toMatchObject({
        cells: [['', 'x']],
        remarks: [[1, 0, true, expect.stringContaining('Cell A1 has a formula without its result.')]],
      });
    },
  );

  test('that is a formula whose result is empty is empty', async () => {
    expect(await read(workbook(row(1, `<c r="A1" t="str"><f>""</f><v></v></c>${text('B1', 'x')}`)))).toMatchObject({
      cells: [['', 'x']],
      remarks: [],
    });
  });

  test('that its number format hides refuses its row', async () => {
    const { remarks } = await read(workbook(row(1, '<c r="A1" s="0"><v>5</v></c>'), stylesOf(';;;')));
    expect(remarks).toEqual([[1, 0, true, 'Cell A1 has the value 5, which its number format hides.']]);
  });
});

describe('a number', () => {
  test.each([
    ['12345', '0000000000', '0000012345'],
    ['12345', '"MUM "0', 'MUM 12345'],
    ['12345', '0000-0000', '0001-2345'],
    ['0.125', '0.0%', '12.5%'],
    ['9820012345', 'General', '9820012345'],
    ['919820012345', 'General', '919820012345'],
    ['9820012345', '0.00E+00', '9820012345'],
    ['6.02E+23', '0.00E+00', '6.02E+23'],
    ['0.30000000000000004', 'General', '0.3'],
    ['999999999999999', '0', '999999999999999'],
    ['32874', 'dd/mm/yyyy', '1990-01-01'],
    ['32874', 'm/d/yy', '1990-01-01'],
    ['32874.5', 'dd-mmm-yyyy hh:mm', '1990-01-01 12:00'],
    ['32874.5', '[$-4009]dd\\ mmmm\\ yyyy', '1990-01-01'],
    ['59', 'yyyy-mm-dd', '1900-02-28'],
    ['61', 'yyyy-mm-dd', '1900-03-01'],
    ['45000', 'd-mmm', '15-Mar'],
    ['1.5', '[h]:mm', '36:00'],
  ])('%s with the format %s is read as %s', async (value, pattern, shown) => {
    const file = workbook(row(1, `<c r="A1" s="0"><v>${value}</v></c>`), stylesOf(pattern));
    expect(await read(file)).toMatchObject({ cells: [[shown]], remarks: [] });
  });

  test.each(['123456789012345678901', '1.2345678901234567E+20', '1000000000000000', '1.23E+20'])(
    'of more than 15 digits refuses its row: %s',
    async (value) => {
      for (const pattern of ['General', '0', '"MUM "0']) {
        const { remarks } = await read(workbook(row(1, `<c r="A1" s="0"><v>${value}</v></c>`), stylesOf(pattern)));
        expect(remarks).toEqual([[1, 0, true, expect.stringContaining('Format this column as text')]]);
      }
    },
  );

  test.each(['0', '60', '-1', '2958466'])('that is no day refuses its row: %s', async (value) => {
    const { remarks } = await read(workbook(row(1, `<c r="A1" s="0"><v>${value}</v></c>`), stylesOf('dd/mm/yyyy')));
    expect(remarks).toEqual([[1, 0, true, `Cell A1 has ${value} as a date, which is no day.`]]);
  });

  test('counts its days from 1904 where the workbook does', async () => {
    const xml = sheetOf(row(1, '<c r="A1" s="0"><v>31412</v></c>'));
    const file = workbookOf([{ name: 'S', xml }], stylesOf('dd/mm/yyyy'), '<workbookPr date1904="1"/>');
    expect(await read(file)).toMatchObject({ cells: [['1990-01-01']] });
  });
});

describe('a merged cell', () => {
  const merged = (reference: string, ...rows: string[]) =>
    workbookOf([
      { name: 'S', xml: sheetOf(rows.join(''), { after: `<mergeCells><mergeCell ref="${reference}"/></mergeCells>` }) },
    ]);

  test('gives its value to each row that has something else', async () => {
    const rows = [
      row(1, text('A1', 'Asha') + text('B1', 'Survival')),
      row(2, `${text('A2', 'Ravi')}<c r="B2"/>`),
      row(3, text('A3', 'Mina')),
      row(4, '<c r="B4"/>'),
    ];
    expect(await read(merged('B1:B4', ...rows))).toMatchObject({
      cells: [['Asha', 'Survival'], ['Ravi', 'Survival'], ['Mina', 'Survival'], []],
      remarks: [2, 3].map((n) => [
        n,
        1,
        false,
        `Cell B${n} is part of the merged cell B1:B4, and has its value ‘Survival’.`,
      ]),
    });
  });

  test('that is an error refuses each row', async () => {
    const error = '<c r="B1" t="e"><v>#N/A</v></c>';
    const { remarks } = await read(merged('B1:B2', row(1, text('A1', 'Asha') + error), row(2, text('A2', 'Ravi'))));
    expect(remarks).toMatchObject([
      [1, 1, true, expect.stringContaining('B1 says #N/A')],
      [2, 1, true, expect.stringContaining('which says #N/A')],
    ]);
  });

  test('over several columns counts for the first, and what lies under it refuses its row', async () => {
    expect(await read(merged('A1:B1', row(1, text('A1', 'Crew') + text('B1', 'hidden'))))).toMatchObject({
      remarks: [
        [1, 1, true, 'Cell B1 says ‘hidden’ under the merged cell A1:B1, which does not show it.'],
        [1, 0, false, 'The merged cell A1:B1 counts for column A only.'],
      ],
    });
  });
});

describe('what writers leave out or add', () => {
  test('rows and cells without r are counted', async () => {
    const plain = (said: string) => `<c t="inlineStr"><is><t>${said}</t></is></c>`;
    const rows = `<row>${plain('a')}${plain('b')}</row><row r="5">${text('C5', 'c')}${plain('d')}</row><row>${plain('e')}</row>`;
    const { rows: found } = await readWorkbook(await workbook(rows));
    expect(found).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 5, cells: ['', '', 'c', 'd'] },
      { row: 6, cells: ['e'] },
    ]);
  });

  test('a row or a cell that is there twice is refused', async () => {
    expect(await refusalOf(workbook(row(1, text('A1', 'a')) + row(1, text('A1', 'b'))))).toContain('row 1 twice');
    expect(await refusalOf(workbook(row(1, text('A1', 'a') + text('A1', 'b'))))).toContain('cell A1 twice');
  });

  test('prefixes, readings, parts of a text, signs by their codes, and shared strings', async () => {
    const strings =
      '<x:sst xmlns:x="u"><x:si><x:r><x:t>José </x:t></x:r><x:r><x:t>&#128674;</x:t></x:r><x:rPh><x:t>kana</x:t></x:rPh></x:si></x:sst>';
    const xml =
      '<x:worksheet xmlns:x="u"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await read(workbookOf([{ name: 'S', xml }], { 'xl/sharedStrings.xml': strings }))).toMatchObject({
      cells: [['José 🚢', 'TRUE']],
    });
  });

  test.each<[string, Promise<Buffer>, string]>([
    ['is cut off within a sheet', workbookOf([{ name: 'S', xml: '<worksheet><sheetData><row><c><v>1' }]), 'damaged'],
    ['closes what it has not opened last', workbook('<row><c></row></c>'), 'damaged'],
    ['refers to a string that is not there', workbook('<row><c t="s"><v>7</v></c></row>'), 'damaged'],
    ['is binary', workbookOf([], { 'xl/workbook.bin': '' }), 'XLSB'],
    ['is a table of LibreOffice', workbookOf([], { 'content.xml': '' }), 'LibreOffice'],
  ])('a workbook that %s is refused', async (_, file, sentence) => {
    expect(await refusalOf(file)).toContain(sentence);
  });
});
