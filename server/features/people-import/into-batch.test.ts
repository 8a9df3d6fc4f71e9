import { peopleImport } from '@fairlead/contract/people-import/calls';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addBatch, addCourse } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';

const program = await testApp();
const { call, person } = program;
const registrar = await person('registrar');
const course = await addCourse(program, { title: 'Survival', format: 'classroom' });
const other = await addCourse(program, { title: 'Radar' });
const batchId = await addBatch(program, course.id, { code: 'S 7', seats: 2 });

async function preview(table: string, batch: string | undefined = batchId) {
  const form = formOf(batch ? { batchId: batch } : {}, { file: { bytes: Buffer.from(table), name: 'crew.csv' } });
  return call(peopleImport.preview, { form }, registrar);
}
async function rowsOf(table: string) {
  const { body } = await preview(table);
  const { data } = await call(peopleImport.listRows, { params: { id: body.data._id } }, registrar).then((r) => r.body);
  return data.map(({ course, batch, outcome, reason, cells }) => ({ course, batch, outcome, reason, cells }));
}

test('a list without courses is for the batch from which it is imported, in cells that staff can correct', async () => {
  const rows = await rowsOf(
    'Name,Email,Mobile\nAsha Nair,asha@x.example,9876543210\nRavi Menon,ravi@x.example,9876543211\nJo Roy,jo@x.example,9876543212\n',
  );
  const placed = { course: 'Survival', batch: 'S 7' };
  const cells = ['Asha Nair', 'asha@x.example', '9876543210', 'Survival', 'S 7'];
  expect(rows).toMatchObject([
    { ...placed, outcome: 'new', cells },
    { ...placed, outcome: 'new' },
    { outcome: 'refused', reason: 'Batch S 7 has no seat left for this row.' },
  ]);
});

test('a row that names another course or batch keeps it, and one that names the course alone gets the batch', async () => {
  const second = await addBatch(program, course.id, { code: 'S 8' });
  expect(second).not.toBe(batchId);
  const rows = await rowsOf(
    [
      'Name,Email,Mobile,Course,Batch',
      'Asha Nair,asha@x.example,9876543210,Radar,',
      'Ravi Menon,ravi@x.example,9876543211, survival ,',
      'Jo Roy,jo@x.example,9876543212,Survival,S 8',
    ].join('\n'),
  );
  expect(rows.map(({ course, batch }) => [course, batch])).toEqual([
    [other.title, ''],
    ['Survival', 'S 7'],
    ['Survival', 'S 8'],
  ]);
});

test('a batch that does not exist is refused, and without one nothing is filled in', async () => {
  const table = 'Name,Email,Mobile\nAsha Nair,asha@x.example,9876543210\n';
  expect((await preview(table, course.id)).status).toBe(404);
  const form = formOf({}, { file: { bytes: Buffer.from(table), name: 'crew.csv' } });
  const { body } = await call(peopleImport.preview, { form }, registrar);
  expect(body.data).toMatchObject({ enrolments: 0, counts: { new: 1 } });
});
