import { peopleImport } from '@fairlead/contract/people-import/calls';
import { expect } from 'vitest';
import type { TestApp } from '../../../testing/app.ts';
import { formOf } from '../../../testing/forms.ts';
import { crewDesk } from './crew-desk.ts';

/** Lists as they come: uploaded, read by other columns, and corrected row by row. */
export async function listDesk(program: TestApp) {
  const { call } = program;
  const desk = await crewDesk(program);
  const { registrar, rowsOf } = desk;
  const send = (bytes: Uint8Array | string, name = 'crew.csv', fields: Record<string, string> = {}) =>
    call(peopleImport.preview, { form: formOf(fields, { file: { bytes: Buffer.from(bytes), name } }) }, registrar);
  async function preview(...lines: string[]) {
    const { status, body } = await send(lines.join('\n'));
    expect(status).toBe(201);
    return body.data;
  }
  const previewBook = async (file: Promise<Buffer>, sheet?: string) => {
    const { status, body } = await send(await file, 'crew.xlsx', sheet === undefined ? {} : { sheet });
    expect([status, body]).toMatchObject([201, {}]);
    return body.data;
  };
  const choose = (
    id: string,
    columns: Record<string, number>,
    dates: Record<string, 'day' | 'month'> = {},
    as = registrar,
  ) => {
    const body = {
      columns: Object.entries(columns).map(([meaning, column]) => ({ meaning, column })),
      dates: Object.entries(dates).map(([meaning, order]) => ({ meaning, order })),
    };
    return call(peopleImport.chooseColumns, { params: { id }, body: body as never }, as);
  };
  const correct = async (id: string, row: number, cells: Record<number, string>, isLeftOut = false) => {
    const rowId = (await rowsOf(id)).find((one) => one.row === row)?._id ?? '';
    const body = {
      rowId,
      isLeftOut,
      cells: Object.entries(cells).map(([column, text]) => ({ column: Number(column), text })),
    };
    return call(peopleImport.correctRow, { params: { id }, body }, registrar);
  };
  let people = 0;
  const email = () => `list-${++people}@example.org`;
  return { ...desk, send, preview, previewBook, choose, correct, email };
}

/** A cell with a text, a row, and the headings of a workbook. */
export const text = (said: string) => `<c t="inlineStr"><is><t>${said}</t></is></c>`;
export const line = (...cells: string[]) => `<row>${cells.join('')}</row>`;
export const head = line(...['Name', 'Email', 'Mobile', 'CDC number', 'Course'].map(text));
/** A row of Asha Nair below these headings; `course` and `number` are whole cells. */
export const someone = (address: string, course: string, number = text('MUM 123456')) =>
  line(text('Asha Nair'), text(address), text('9820012345'), number, course);
