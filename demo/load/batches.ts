import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { type AttendanceMark, attendance } from '@fairlead/contract/training/attendance';
import { addDays, dayAt } from '../../server/platform/calendar.ts';
import { type BatchKey, type DemoBatch, demoBatches } from '../batches.ts';
import type { CourseKey } from '../course.ts';
import type { Action } from './action.ts';
import { type CourseIds, idOf } from './courses.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

/** The ids of the batches created so far, by their keys in the demo. */
export type BatchIds = Map<BatchKey, string>;

type Setting = { registrar: string; at: Moments; today: Date; ids: CourseIds; batchIds: BatchIds };

const course: CourseKey = 'personal-survival-techniques';
/** The batches are planned this many days ago, before anybody asks for one. */
const plannedDaysAgo = 30;

/** The actions that plan the batches, and that mark the attendance of the first day of the one that is being held. */
export function batchActions(past: Past, { registrar, at, today, ids, batchIds }: Setting): Action[] {
  const dayOf = (daysFromNow: number) => addDays(dayAt(today, past.platform.config.timeZone), daysFromNow);
  const findInstructor = async () => {
    const call = await past.as(registrar);
    const { data } = await call(courses.listInstructors, { params: { id: idOf(ids, course) } });
    const found = data.find(({ assigned }) => assigned);
    if (!found) throw new Error('Nobody teaches the classroom course');
    return found;
  };
  const plan = async ({ key, code, firstDay, lastDay, seats }: DemoBatch) => {
    const when = {
      firstDay: dayOf(firstDay),
      lastDay: dayOf(lastDay),
      restDays: [],
      startsAt: '09:00',
      endsAt: '17:00',
    };
    const { _id: instructorId } = await findInstructor();
    const body = { courseId: idOf(ids, course), code, ...when, venue: 'Pool hall, jetty road', seats, instructorId };
    const { data } = await (await past.as(registrar))(batches.create, { body: { ...body, isOpen: true } });
    batchIds.set(key, data._id);
  };
  const markFirstDay = async () => {
    const call = await past.as((await findInstructor()).email);
    const params = { id: batchIds.get('running') ?? '' };
    const { people, halves } = (await call(attendance.getSheet, { params })).data;
    const marks = people.flatMap(({ _id: enrolmentId }, index) =>
      halves.map((half) => {
        const mark: AttendanceMark = index === 1 && half === 'afternoon' ? 'absent' : 'present';
        return { enrolmentId, day: dayOf(-1), half, mark, secondsAgo: 0 };
      }),
    );
    await call(attendance.mark, { params, body: { marks } });
  };
  return [
    ...demoBatches.map((batch) => ({
      at: at(plannedDaysAgo, 10, batch.code),
      what: `${registrar} plans ${batch.code}`,
      carryOut: () => plan(batch),
    })),
    { at: at(1, 18, 'first day'), what: 'the instructor marks attendance', carryOut: markFirstDay },
  ];
}
