import { type CatalogueQuery, type CoursesQuery, courses } from '@fairlead/contract/courses/calls';
import type { CourseRule } from '@fairlead/contract/courses/course-rules';
import { dayAt } from '../../platform/calendar.ts';
import { pageOf } from '../../platform/db/pagination.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { assignInstructor, unassignInstructor } from './assign-instructor.ts';
import { listCategories } from './category-queries.ts';
import { chooseSpeed } from './choose-speed.ts';
import { findRulesInForce, getRuleInForce } from './course-rules/queries.ts';
import { withCurrentApproval } from './course-rules/rules.ts';
import { toCourseRule } from './course-rules/wire.ts';
import { featureCourses, listChosen, listFeatured } from './featured-courses.ts';
import { listInstructors } from './instructor-queries.ts';
import { canSeeCourse, courseScopeOf, requireInCourseScope } from './policy.ts';
import { type CourseRow, type CourseScope, getCourse, listCourses, noSuchCourse } from './queries.ts';
import { asksSpeed } from './rules.ts';
import { createCourse, updateCourse } from './save-course.ts';
import { setCourseActivity } from './set-course-activity.ts';
import { toCourse, toFeatured, toInstructor } from './wire.ts';

/** Routes for the course catalogue, and for how staff manage it. */
export const courseRoutes = (platform: Platform) => {
  const { db, files, clock, config } = platform;
  const today = () => dayAt(clock(), config.timeZone);
  const present = async (course: CourseRow) =>
    toCourse(files, course, withCurrentApproval(toCourseRule(await getRuleInForce(db, course.id, today())), today()));
  const forStaff = (course: CourseRow) => (asksSpeed(course) ? { asksSpeed: true as const } : {});
  const list = async (which: 'active' | CourseScope, query: CoursesQuery & CatalogueQuery) => {
    const { rows, limit, total } = await listCourses(db, which, query);
    const ids = rows.map(({ id }) => id);
    const rules = await findRulesInForce(db, ids, today());
    // staff look for the approvals that have ended
    const stated = (rule: CourseRule) => (which === 'active' ? withCurrentApproval(rule, today()) : rule);
    const presented = (course: CourseRow) => {
      const rule = rules.get(course.id);
      if (!rule) return [];
      return [{ ...toCourse(files, course, stated(toCourseRule(rule))), ...(which !== 'active' && forStaff(course)) }];
    };
    return pageOf(rows, limit, total, (page) => ({ data: page.flatMap(presented) }));
  };
  return serve(courses, {
    listActive: ({ query }) => list('active', query),
    listCategories: async () => ({ data: await listCategories(db) }),
    listFeatured: async () => ({ data: (await listFeatured(db)).map((course) => toFeatured(files, course)) }),
    listChosen: async () => {
      const chosen = await listChosen(db);
      return { data: chosen.map(({ id, title, isActive }) => ({ _id: id, title, isActive })) };
    },
    chooseFeatured: async ({ actor, body: { courses: ids }, ip }) => {
      await featureCourses(platform, { ids, actorId: actor.accountId, ip });
      return { message: 'Home page saved.' };
    },
    list: ({ actor, query }) => list(actor?.may('courses:read') ? courseScopeOf(actor) : 'active', query),
    getCourse: async ({ actor, params }) => {
      const course = await getCourse(db, params.id);
      if (!(await canSeeCourse(db, actor, course))) throw noSuchCourse();
      return { data: { ...(await present(course)), ...(actor?.may('courses:edit') && forStaff(course)) } };
    },
    create: async ({ actor, body, files: { courseImg }, ip }) => {
      const writing = { input: body, image: courseImg[0], actor, ip };
      return { message: 'Course created successfully', data: await present(await createCourse(platform, writing)) };
    },
    update: async ({ actor, params, query, body, files: { courseImg }, ip }) => {
      await requireInCourseScope(db, actor, params.id);
      const image = courseImg[0];
      const writing = { input: body, image, actorId: actor.accountId, ip, seenVersion: query.version };
      return {
        message: 'Course updated successfully',
        data: await present(await updateCourse(platform, params.id, writing)),
      };
    },
    chooseSpeed: async ({ actor, params, body, ip }) => {
      await requireInCourseScope(db, actor, params.id);
      const choice = { courseId: params.id, highestSpeed: Number(body.highestSpeed), actorId: actor.accountId, ip };
      return { message: 'Playback speed saved.', data: await present(await chooseSpeed(platform, choice)) };
    },
    deactivate: async ({ actor, params, ip }) => {
      await requireInCourseScope(db, actor, params.id);
      const change = { courseId: params.id, isActive: false, actorId: actor.accountId, ip };
      return {
        message: 'Course deactivated successfully',
        data: await present(await setCourseActivity(platform, change)),
      };
    },
    activate: async ({ actor, params, ip }) => {
      await requireInCourseScope(db, actor, params.id);
      const change = { courseId: params.id, isActive: true, actorId: actor.accountId, ip };
      return {
        message: 'Course activated successfully',
        data: await present(await setCourseActivity(platform, change)),
      };
    },
    listInstructors: async ({ actor, params: { id } }) => {
      await requireInCourseScope(db, actor, id);
      const found = await listInstructors(db, { courseId: id, assignedOnly: !actor.may('staff:manage') });
      return { data: found.map(toInstructor) };
    },
    assignInstructor: async ({ actor, params: { id, accountId }, ip }) => {
      await assignInstructor(platform, { courseId: id, accountId, actorId: actor.accountId, ip });
      return { message: 'Instructor assigned.' };
    },
    unassignInstructor: async ({ actor, params: { id, accountId }, ip }) => {
      await unassignInstructor(platform, { courseId: id, accountId, actorId: actor.accountId, ip });
      return { message: 'Instructor removed from this course.' };
    },
  });
};
