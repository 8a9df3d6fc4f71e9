import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { attendance } from '@fairlead/contract/training/attendance';
import { expect, test } from 'vitest';
import { wordsOf } from '../../../platform/typesetting/testing/pdf-text.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { urlOf } from '../../../testing/call-url.ts';
import { addBatch, addCourse, addProfile, enrol } from '../../../testing/factories.ts';
import { signAccessToken } from '../../accounts/sign-in/tokens.ts';

const program = await testApp();
const { call, person, db } = program;
const [registrar, instructor] = [await person('registrar'), await person('instructor')];

const fetchSheet = async (id: string, as: Person) => {
  const url = urlOf(attendance.printSheet, { params: { id } });
  return program.app.inject({
    url,
    headers: { authorization: `Bearer ${await signAccessToken(as, program.config.secrets.token, program.clock())}` },
  });
};

/** A batch of a course with these approved people in it. */
async function batchOf(names: string[]) {
  const course = await addCourse(program, { format: 'classroom' });
  await db.insertInto('courseInstructor').values({ courseId: course.id, accountId: instructor.accountId }).execute();
  const batch = await addBatch(program, course.id, { firstDay: '2026-11-18', lastDay: '2026-11-20' });
  const ids: string[] = [];
  for (const name of names) {
    const learner = await person();
    if (name) await addProfile(program, learner, { name });
    const id = await enrol(program, learner, course.id);
    const seat = { batchId: batch, batchAskedAt: program.clock(), seatedAt: program.clock() };
    await db.updateTable('enrolment').set(seat).where('id', '=', id).execute();
    ids.push(id);
  }
  return { batch, ids };
}

test('a batch sheet has the people with photographs, particulars and attendance, and is audited', async () => {
  const { batch, ids } = await batchOf(['Asha Nair', 'आशा नायर', '']);
  const [first = '', second = ''] = ids;
  const marks = (['made-up', 'absent'] as const).map((mark, n) => ({
    enrolmentId: [first, second][n] ?? '',
    day: '2026-11-18',
    half: 'morning' as const,
    mark,
    secondsAgo: 0,
  }));
  await call(attendance.mark, { params: { id: batch }, body: { marks } }, instructor);
  // marked before the days of the batch were changed: not a half day of the sheet
  const earlier = { day: '2026-11-17', half: 'morning' as const, mark: 'absent' as const };
  const by = { markedBy: instructor.accountId, markedAt: program.clock() };
  await db
    .insertInto('attendance')
    .values({ enrolmentId: first, batchId: batch, ...earlier, ...by })
    .execute();
  // the photograph of one person was lost from the disk
  const photo = await db
    .selectFrom('enrolment')
    .innerJoin('seafarerProfile as profile', 'profile.accountId', 'enrolment.accountId')
    .innerJoin('storedFile', 'storedFile.id', 'profile.profilePictureId')
    .select('storedFile.filename')
    .where('enrolment.id', '=', second)
    .executeTakeFirstOrThrow();
  await rm(join(program.config.dataDir, 'files', 'profile_pictures', photo.filename));

  const response = await fetchSheet(batch, registrar);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
  const words = (await wordsOf(response.rawPayload)).replaceAll('\n', ' ');
  for (const one of ['Asha Nair', '17 May 1990', 'INDoS', 'None yet', 'Instructor', 'Signature']) {
    expect(words).toContain(one);
  }
  expect(words.match(/Present 0 Absent [01] Make-up [01]/g)?.slice(0, 2)).toEqual([
    'Present 0 Absent 0 Make-up 1',
    'Present 0 Absent 1 Make-up 0',
  ]);
  expect(await wordsOf(response.rawPayload, 1)).toContain('M: make-up class attended.');
  const pdf = await PDFDocument.load(response.rawPayload);
  const pictures = pdf.context.enumerateIndirectObjects().filter(([, value]) => {
    const dict = (value as { dict?: { get: (name: PDFName) => unknown } }).dict;
    return dict?.get(PDFName.of('Subtype')) === PDFName.of('Image');
  });
  expect([pdf.getPageCount(), pictures.length]).toEqual([2, 1]);
  const exported = db.selectFrom('auditEvent').select(['actorId', 'details']).where('subjectId', '=', 'batch-sheet');
  expect(await exported.execute()).toEqual([{ actorId: registrar.accountId, details: { id: batch } }]);
});

test('a batch sheet of nobody says so, and one of a batch that does not exist is refused', async () => {
  const { batch } = await batchOf([]);
  const response = await fetchSheet(batch, registrar);
  expect(await wordsOf(response.rawPayload)).toContain('Nobody is approved for this batch yet.');
  expect((await fetchSheet('00000000-0000-4000-8000-000000000000', registrar)).statusCode).toBe(404);
  // who marks attendance does not read particulars
  expect((await fetchSheet(batch, instructor)).statusCode).toBe(403);
});
