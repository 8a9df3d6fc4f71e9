import { offlineRecords, progressFileOf, signPart } from '@fairlead/contract/offline-records/calls';
import {
  base64url,
  encodeLink,
  firstHash,
  makeDeviceKey,
  publicKeyOf,
} from '@fairlead/contract/offline-records/offline-record-format';
import { demoAboard } from '../aboard.ts';
import type { CourseKey, DemoCourse } from '../course.ts';
import type { Action } from './action.ts';
import { type CourseIds, teacherOf } from './courses.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

type Dependencies = { list: readonly DemoCourse[]; teachers: readonly string[]; at: Moments; ids: CourseIds };

/** Learners take courses aboard and come back, and an instructor withdraws a pass. */
export function aboardActions(past: Past, { list, teachers, at, ids }: Dependencies): Action[] {
  return demoAboard.flatMap(({ email, course, plays, clockBehindBy, asFile, isWithdrawn }) => {
    const teacher = teacherOf(course, list, teachers);
    const uploadedBy = asFile && teacher;
    let device: Awaited<ReturnType<typeof takeAboard>>;
    const actions: Action[] = [
      {
        at: at(1, 8, `${email} aboard`),
        what: `${email} takes ${course} aboard`,
        carryOut: async () => {
          device = await takeAboard(past, { email, course, ids });
        },
      },
    ];
    if (plays !== undefined) {
      actions.push({
        at: at(0, 7, `${email} ashore`),
        what: `${email} comes back`,
        carryOut: () => playAndSend(past, email, device, { film: plays, clockBehindBy, uploadedBy }),
      });
    }
    if (isWithdrawn) {
      actions.push({
        at: at(0, 6, `${email} withdrawn`),
        what: `${teacher} withdraws the offline pass of ${email}`,
        carryOut: async () => {
          await (await past.as(teacher))(offlineRecords.withdraw, { params: { id: device.pass._id } });
        },
      });
    }
    return actions;
  });
}

async function takeAboard(past: Past, { email, course, ids }: { email: string; course: CourseKey; ids: CourseIds }) {
  const keys = await makeDeviceKey();
  const body = { key: base64url.encode(await publicKeyOf(keys)) };
  const params = { id: ids.get(course) ?? '' };
  const { data: pass } = await (await past.as(email))(offlineRecords.issuePass, { params, body });
  return { keys, pass };
}

/** Some of the second half of a film is played on the device by its own clock, and sent. */
async function playAndSend(
  past: Past,
  email: string,
  { keys, pass }: Awaited<ReturnType<typeof takeAboard>>,
  {
    film,
    clockBehindBy = 0,
    uploadedBy,
  }: { film: number; clockBehindBy?: number | undefined; uploadedBy?: string | undefined },
): Promise<void> {
  const seconds = pass.films[film]?.seconds;
  if (seconds === undefined) throw new Error(`There is no film ${film + 1}`);
  const wallClock = Math.round(past.platform.clock().getTime() / 1000) - clockBehindBy;
  past.pass(seconds * 0.3);
  const [from, to] = [Math.round(seconds * 50), Math.round(seconds * 80)];
  const facts = { clockShift: 0, rate: 20, visible: true, muted: false };
  const links = [
    encodeLink({ kind: 'session', number: 1, wallClock }),
    encodeLink({ kind: 'played', film, from, to, began: 0, took: to - from, ...facts }),
  ];
  const previous = firstHash(pass._id);
  const part = await signPart(keys.privateKey, { passId: pass._id, first: 1, previous, links });
  if (uploadedBy !== undefined) {
    const signed = { pass: pass.statement, passId: pass._id, part, answers: [] };
    const file = JSON.stringify(await progressFileOf(keys.privateKey, signed));
    const { data } = await (await past.as(uploadedBy))(offlineRecords.uploadProgress, { body: { file } });
    if (data.creditedSeconds <= 0) throw new Error('Nothing was credited');
    return;
  }
  const body = { part, answers: [] };
  const { data } = await (await past.as(email))(offlineRecords.sync, { params: { id: pass._id }, body });
  if (data.creditedSeconds <= 0) throw new Error('Nothing was credited');
}
