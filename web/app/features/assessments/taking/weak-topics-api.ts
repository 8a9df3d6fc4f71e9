import { weakTopics } from '@fairlead/contract/assessments/weak-topics';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** What the learner's last attempt in a course has shown to be weak; reading it opens no attempt. */
export const weakTopicsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['weak-topics', courseId],
    queryFn: async () => fromWire(idNames, (await call(weakTopics.list, { params: { courseId } })).data),
  });
