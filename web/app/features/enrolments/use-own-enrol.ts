import { queryClient } from '../../lib/calls/query-client.ts';
import { useEnrol } from '../courses/catalogue/use-enrol.ts';
import { ownEnrolmentsQuery } from './api.ts';

/** `useEnrol` for a page that shows the learner's own enrolments, which are then read again. */
export const useOwnEnrol = (hasProfile?: boolean) =>
  useEnrol({ hasProfile, after: () => queryClient.invalidateQueries({ queryKey: ownEnrolmentsQuery.queryKey }) });
