import { batches } from '@fairlead/contract/batches';
import { addDays, addMonths, dayAt } from '../../platform/calendar.ts';
import { pageOf } from '../../platform/db/pagination.ts';
import { decideEach } from '../../platform/http/decide-each.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { canSeeCourse, courseScopeOf } from '../courses/policy.ts';
import { getCourse, noSuchCourse } from '../courses/queries.ts';
import { listProfilesOf } from '../seafarers/queries.ts';
import { cancelBatch } from './cancel-batch.ts';
import { placeEnrolment } from './place-people.ts';
import { demandBatch } from './policy.ts';
import {
  type BatchRow,
  getBatch,
  listBatches,
  listBatchesBetween,
  listDates,
  listRoster,
  listUnplaced,
  type RosterRow,
} from './queries.ts';
import { createBatch, updateBatch } from './save-batch.ts';
import { toBatch, toPublicDate, toRosterEntry } from './wire.ts';

/** The most batches that a calendar shows of one month. */
const mostInMonth = 500;

/** Routes for the batches of courses in the classroom: dates, seats and people. */
export const batchRoutes = (platform: Platform) => {
  const { db, files, clock, config } = platform;
  const today = () => dayAt(clock(), config.timeZone);
  const present = (row: BatchRow) => toBatch(row, today());

  const presentPeople = async (rows: readonly RosterRow[], mayRead: boolean) => {
    const profiles = mayRead ? await listProfilesOf(db, [...new Set(rows.map(({ accountId }) => accountId))]) : [];
    const byAccount = new Map(profiles.map((profile) => [profile.id, profile]));
    return rows.map((row) => toRosterEntry(files, row, byAccount.get(row.accountId)));
  };

  return serve(batches, {
    list: async ({ actor, query }) => {
      const listing = { ...query, today: today(), teacherId: actor.accountId };
      const { rows, limit, total } = await listBatches(db, courseScopeOf(actor), listing);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(present) }));
    },
    listMonth: async ({ actor, query: { month } }) => {
      const from = `${month}-01`;
      const to = addDays(addMonths(from, 1), -1);
      const scope = courseScopeOf(actor);
      return { data: (await listBatchesBetween(db, { from, to, scope, limit: mostInMonth })).map(present) };
    },
    get: async ({ actor, params }) => {
      await demandBatch(db, actor, params.id);
      return { data: present(await getBatch(db, params.id)) };
    },
    create: async ({ actor, body: { courseId, ...input }, ip }) => {
      const created = await createBatch(platform, { courseId, input, actorId: actor.accountId, ip });
      return { message: 'Batch created.', data: present(created) };
    },
    update: async ({ actor, params: { id }, query: { version }, body, ip }) => {
      const writing = { id, input: body, seenVersion: version, actorId: actor.accountId, ip };
      return { message: 'Batch saved.', data: present(await updateBatch(platform, writing)) };
    },
    cancel: async ({ actor, params: { id }, ip }) => {
      const cancelled = await cancelBatch(platform, { id, actorId: actor.accountId, ip });
      return { message: 'Batch cancelled.', data: present(cancelled) };
    },
    roster: async ({ actor, params: { id } }) => {
      await demandBatch(db, actor, id);
      return { data: await presentPeople(await listRoster(db, id), actor.may('people:read')) };
    },
    listUnplaced: async ({ actor, params: { id } }) => {
      await demandBatch(db, actor, id);
      const { courseId } = await getBatch(db, id);
      return { data: await presentPeople(await listUnplaced(db, courseId), false) };
    },
    place: async ({ actor, params, body: { people, waiting }, ip }) => {
      await getBatch(db, params.id);
      const placing = { batchId: params.id, waiting, actorId: actor.accountId, ip };
      return {
        data: await decideEach(people, waiting ? 'On the waiting list.' : 'Has a seat.', ({ id }) =>
          placeEnrolment(platform, { enrolmentId: id, ...placing }),
        ),
      };
    },
    listDates: async ({ actor, params: { id } }) => {
      const course = await getCourse(db, id);
      if (!(await canSeeCourse(db, actor, course))) throw noSuchCourse();
      const dates = course.isActive ? await listDates(db, id, today()) : [];
      return { data: { dates: dates.map(toPublicDate), asOf: clock().toISOString() } };
    },
  });
};
