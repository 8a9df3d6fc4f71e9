import { courseRules } from '@fairlead/contract/courses/course-rules';
import { dayAt } from '../../../platform/calendar.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { courseScopeOf, requireInCourseScope } from '../policy.ts';
import { changeApproval } from './change-approval.ts';
import { getRuleInForce, listEditions } from './queries.ts';
import type { CodeFinders } from './reserved-codes.ts';
import { saveRule } from './save-rule.ts';
import { startingSetsFor } from './starting-sets.ts';
import { toEdition } from './wire.ts';

/**
 * Routes for the rules of courses.
 *
 * @param finders know the codes that are not the courses' own.
 */
export const courseRuleRoutes = (platform: Platform, finders: CodeFinders) => {
  const { db, clock, config } = platform;
  const present = async (courseId: string) => {
    const inForce = await getRuleInForce(db, courseId, dayAt(clock(), config.timeZone));
    return (await listEditions(db, courseId)).map((row) => toEdition(row, inForce));
  };
  return serve(courseRules, {
    list: async ({ actor, params: { id } }) => {
      await requireInCourseScope(db, actor, id);
      return { data: await present(id) };
    },
    add: async ({ actor, params: { id }, body, ip }) => {
      await requireInCourseScope(db, actor, id);
      const scope = courseScopeOf(actor);
      await saveRule(platform, { courseId: id, input: body, scope, ...finders, actorId: actor.accountId, ip });
      return { message: 'Rule saved.', data: await present(id) };
    },
    changeApproval: async ({ actor, params: { id: courseId, edition }, body: input, ip }) => {
      await requireInCourseScope(db, actor, courseId);
      await changeApproval(platform, { courseId, edition, input, actorId: actor.accountId, ip });
      return { message: 'Approval saved.', data: await present(courseId) };
    },
    startingSets: async ({ actor, params: { id } }) => {
      await requireInCourseScope(db, actor, id);
      return { data: await startingSetsFor(db, { courseId: id, scope: courseScopeOf(actor), ...finders }) };
    },
  });
};
