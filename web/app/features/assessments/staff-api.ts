import { assessments } from '@fairlead/contract/assessments/calls';
import { questionNames } from '@fairlead/contract/assessments/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';
import { withFormNames } from '../../lib/calls/field-errors.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { type Test, type TestDraft, testInputOf, testOf } from './staff-wire.ts';

/** A course's assessments, published or not, newest first. */
export const courseTestsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['tests', 'of course', courseId],
    queryFn: async () => (await call(assessments.listOfCourse, { params: { id: courseId } })).data.map(testOf),
  });

/** Creates an assessment, unpublished; returns the server's message. `courseTitle` replaces a blank title. */
export async function createTest(draft: TestDraft, courseTitle: string): Promise<string> {
  const body = testInputOf(draft, courseTitle);
  const { message } = await withFormNames(questionNames, call(assessments.create, { body }));
  await refetch();
  return message;
}

/** The other published assessment of the same course, which would be unpublished by publishing this one. */
export async function findPublishedRival({ id, courseId }: Test): Promise<Test | undefined> {
  const tests = await queryClient.fetchQuery({ ...courseTestsQuery(courseId), staleTime: 0 });
  return tests.find((other) => other.isPublished && other.id !== id);
}

export async function setTestPublished(id: string, published: boolean): Promise<string> {
  const { message } = await call(published ? assessments.publish : assessments.unpublish, { params: { id } });
  await refetch();
  return message;
}

const refetch = () => queryClient.invalidateQueries({ queryKey: ['tests'] });
