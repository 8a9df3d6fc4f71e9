import { batches, mostInCalendar } from '@fairlead/contract/batches/calls';
import { addDays, addMonths, dayAt } from '../../platform/calendar.ts';
import { pageOf } from '../../platform/db/pagination.ts';
import { notFound } from '../../platform/errors.ts';
import { actorOf } from '../../platform/http/access.ts';
import { Attachment, serve } from '../../platform/http/serve.ts';
import { iCalendar } from '../../platform/icalendar.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy } from '../academy/index.ts';
import { endCalendar, getCalendarOwner, limitOpenings, presentCalendar, renewCalendar } from '../accounts/index.ts';
import { canSeeCourse, courseScopeOf, findCourse, noSuchCourse } from '../courses/index.ts';
import { listProfilesOf } from '../seafarers/index.ts';
import { classesOf } from './calendar.ts';
import { cancelBatch } from './cancel-batch.ts';
import { placePeople } from './place-people.ts';
import { requireBatch } from './policy.ts';
import {
  type BatchRow,
  getBatch,
  listBatches,
  listBatchesBetween,
  listDates,
  listNextDates,
  listRoster,
  listUnplaced,
  type RosterRow,
} from './queries.ts';
import { createBatch, updateBatch } from './save-batch.ts';
import { toBatch, toNextDate, toPublicDate, toRosterEntry } from './wire.ts';

/** Routes for the batches of courses in the classroom: dates, seats and people. */
export const batchRoutes = (platform: Platform) => {
  const { db, files, clock, config } = platform;
  const today = () => dayAt(clock(), config.timeZone);
  const { publicUrl } = config;
  const own = (accountId: string) => ({ accountId, kind: 'batches' }) as const;
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
      const rows = await listBatchesBetween(db, { from, to, scope, limit: mostInCalendar + 1 });
      const hasMore = rows.length > mostInCalendar;
      return { data: { batches: rows.slice(0, mostInCalendar).map(present), hasMore } };
    },
    get: async ({ actor, params }) => {
      await requireBatch(db, actor, params.id);
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
      await requireBatch(db, actor, id);
      return { data: await presentPeople(await listRoster(db, id), actor.may('people:read')) };
    },
    listUnplaced: async ({ actor, params: { id } }) => {
      await requireBatch(db, actor, id);
      const { courseId } = await getBatch(db, id);
      return { data: await presentPeople(await listUnplaced(db, courseId), false) };
    },
    place: async ({ actor, params, body: { people, waiting }, ip }) => {
      await getBatch(db, params.id);
      await placePeople(platform, people, { batchId: params.id, waiting, actorId: actor.accountId, ip });
      return { message: waiting ? 'On the waiting list.' : 'In the batch.' };
    },
    calendarState: async ({ actor }) => ({ data: await presentCalendar(db, own(actor.accountId)) }),
    renewCalendar: async ({ actor, ip }) => {
      const token = await renewCalendar(platform, { ...own(actor.accountId), sessionId: actor.sessionId, ip });
      return { message: 'Calendar link created.', data: { url: `${publicUrl}/api/calendar/batches/${token}` } };
    },
    endCalendar: async ({ actor, ip }) => {
      await endCalendar(platform, { ...own(actor.accountId), ip });
      return { message: 'Calendar link ended.' };
    },
    calendar: async ({ params: { token }, ip }) => {
      await limitOpenings(db, ip, clock());
      const owner = actorOf({ ...(await getCalendarOwner(db, { token, kind: 'batches' })), sessionId: '' });
      if (!owner.may('courses:read')) throw notFound('There is no such calendar.');
      const days = { from: addDays(today(), -31), to: addMonths(today(), 13) };
      const rows = await listBatchesBetween(db, { ...days, scope: courseScopeOf(owner), limit: mostInCalendar });
      const urlOf = (id: string) => `${publicUrl}/admin-dashboard/batches/${id}`;
      const events = classesOf(rows, { ...days, timeZone: config.timeZone, urlOf });
      const { name: academy } = await getAcademy(db, config);
      const head = { academy, subject: 'Batches', host: new URL(publicUrl).host, made: clock() };
      return new Attachment(Buffer.from(iCalendar(events, head)), 'text/calendar; charset=utf-8', 'batches.ics');
    },
    listDates: async ({ actor, params: { id } }) => {
      const dates = await listDates(db, id, today());
      // where there are dates, the course is active, and everybody may see it
      if (dates.length === 0) {
        const course = await findCourse(db, id);
        if (!course || !(await canSeeCourse(db, actor, course))) throw noSuchCourse();
      }
      return { data: { dates: dates.map(toPublicDate), asOf: clock().toISOString() } };
    },
    listNextDates: async () => ({ data: (await listNextDates(db, today())).map(toNextDate) }),
  });
};
