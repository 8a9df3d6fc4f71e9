import type * as wire from '@fairlead/contract/courses/course-rules';
import { type ApprovalInput, courseRules, type RuleInput } from '@fairlead/contract/courses/course-rules';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

/** An edition of the rule of a course. */
export type RuleEdition = FromWire<typeof idNames, wire.RuleEdition>;

/** The editions of a course's rule, newest first. */
export const rulesQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', 'rules', courseId],
    queryFn: async () => fromWire(idNames, (await call(courseRules.list, { params: { id: courseId } })).data),
  });

/** The rules that come with the program, for the rule of a course. */
export const startingSetsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', 'starting sets', courseId],
    queryFn: async () => (await call(courseRules.startingSets, { params: { id: courseId } })).data,
  });

/** Reads rules of courses, and what states them, again. */
export const refetchRules = () => queryClient.invalidateQueries({ queryKey: ['courses'] });

/** Changes the approval of an edition; returns the server's message. */
export const changeApproval = async (id: string, edition: number, body: ApprovalInput): Promise<string> =>
  (await call(courseRules.changeApproval, { params: { id, edition }, body })).message;

/** Adds an edition to the rule of a course; returns the server's message. */
export async function addRule(courseId: string, body: RuleInput): Promise<string> {
  const { message } = await call(courseRules.add, { params: { id: courseId }, body });
  await refetchRules();
  return message;
}
