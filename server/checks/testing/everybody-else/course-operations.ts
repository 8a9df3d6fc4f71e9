import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { batches } from '@fairlead/contract/batches/calls';
import { register } from '@fairlead/contract/certificates/register';
import { courses } from '@fairlead/contract/courses/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { checklists } from '@fairlead/contract/fit-to-join/checklists';
import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import { makeDeviceKey, publicKeyOf } from '@fairlead/contract/offline-records/offline-record-format';
import { ships } from '@fairlead/contract/ships/calls';
import { shipTests } from '@fairlead/contract/ships/tests';
import { training } from '@fairlead/contract/training/calls';
import { courseCover } from '../../../features/courses/testing/course-desk.ts';
import { courseFields } from '../../../features/courses/testing/course-fields.ts';
import { formOf } from '../../../testing/forms.ts';
import { type Desk, finder, id, type Operation, why } from './desk.ts';

/** What staff end or replace of fees, tests, trainings, courses, batches and certificates, in such an order. */
export function courseOperations({ program, s, admin, registrar }: Desk): readonly Operation[] {
  const { call } = program;
  const idOf = finder(program);
  return [
    {
      of: fees.declineProof,
      run: async () => {
        const proof = await idOf('fee_proof', 'enrolment_id', s.owing.id);
        return call(fees.declineProof, { ...id(proof), body: why }, admin);
      },
    },
    {
      of: bills.remind,
      run: async () => call(bills.remind, id(await idOf('fee_bill', 'enrolment_id', s.paying.id)), admin),
    },
    {
      of: bills.cancel,
      run: async () => {
        const bill = await idOf('fee_bill', 'enrolment_id', s.paying.id);
        return call(bills.cancel, { ...id(bill), body: why }, admin);
      },
    },
    {
      of: fees.reverse,
      run: async () => {
        const entry = await idOf('fee_entry', 'enrolment_id', s.paying.id);
        return call(fees.reverse, { ...id(entry), body: why }, admin);
      },
    },
    { of: offlineRecords.withdraw, run: () => call(offlineRecords.withdraw, id(s.place.pass), admin) },
    {
      of: correctedKeys.correctKey,
      run: () =>
        call(correctedKeys.correctKey, { ...id(s.place.question), body: { correctAnswer: 'Yellow', ...why } }, admin),
    },
    {
      of: testAuthoring.update,
      run: async () => {
        const { _id, version, ...test } = (await call(testAuthoring.get, id(s.place.test), admin)).body.data;
        return call(
          testAuthoring.update,
          { ...id(_id), body: { test: { ...test, title: 'Buoys' } as never, version } },
          admin,
        );
      },
    },
    { of: assessments.unpublish, run: () => call(assessments.unpublish, id(s.place.test), admin) },
    {
      of: training.removeText,
      run: () => call(training.removeText, { params: { id: s.place.film, kind: 'captions', language: 'en' } }, admin),
    },
    {
      of: training.saveChecks,
      run: () => call(training.saveChecks, { ...id(s.place.film), body: { checks: [] } } as never, admin),
    },
    {
      of: training.replaceFilm,
      run: async () => {
        const file = join(import.meta.dirname, '../../../platform/films/fixtures/h264-aac-moov-first.mp4');
        return call(
          training.replaceFilm,
          { ...id(s.place.film), form: formOf({}, { film: { bytes: await readFile(file), name: 'a.mp4' } }) },
          admin,
        );
      },
    },
    { of: training.removeFilm, run: () => call(training.removeFilm, id(s.place.other), admin) },
    {
      of: courses.unassignInstructor,
      run: () =>
        call(courses.unassignInstructor, { params: { id: s.place.course, accountId: s.instructor.accountId } }, admin),
    },
    {
      of: courses.update,
      run: async () =>
        call(courses.update, { ...id(s.covered), query: {}, form: formOf(courseFields, await courseCover()) }, admin),
    },
    { of: courses.deactivate, run: () => call(courses.deactivate, id(s.covered), admin) },
    {
      of: checklists.setArchived,
      run: () => call(checklists.setArchived, { ...id(s.checklist), body: { archived: true } } as never, admin),
    },
    {
      of: batches.update,
      run: async () => {
        const { code, firstDay, lastDay, restDays, startsAt, endsAt, seats } = (
          await call(batches.get, id(s.place.batch), registrar)
        ).body.data;
        const same = { code, firstDay, lastDay, restDays, startsAt, endsAt, seats, instructorId: null, isOpen: true };
        return call(batches.update, { ...id(s.place.batch), query: {}, body: { ...same, venue: 'Deck' } }, registrar);
      },
    },
    { of: batches.cancel, run: () => call(batches.cancel, id(s.place.batch), registrar) },
    {
      of: register.correct,
      run: () => call(register.correct, { ...id(s.certificateId), body: { gradeNo: 'G-99', ...why } }, admin),
    },
    {
      of: register.revoke,
      run: async () => {
        const certificate = await idOf('certificate', 'account_id', s.owner.accountId);
        return call(register.revoke, { ...id(certificate), body: why }, admin);
      },
    },
    {
      of: shipTests.withdraw,
      run: () => call(shipTests.withdraw, { params: { id: s.ship, test: s.shipTest } }, registrar),
    },
    {
      of: ships.signOff,
      run: () => call(ships.signOff, { params: { id: s.ship, person: s.owner.accountId } }, registrar),
    },
    {
      of: ships.removeCourse,
      run: () => call(ships.removeCourse, { params: { id: s.ship, course: s.place.course } }, registrar),
    },
    {
      of: ships.pair,
      run: async () => {
        const key = Buffer.from(await publicKeyOf(await makeDeviceKey())).toString('base64url');
        return call(ships.pair, { body: { code: s.pairingCode, key } });
      },
    },
  ];
}
