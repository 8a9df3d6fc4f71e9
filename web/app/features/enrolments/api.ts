import { enrolments } from '@fairlead/contract/enrolments/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';
import { seenAboard } from '../../lib/device/aboard/seen-aboard.ts';
import { type OwnEnrolment, ownEnrolmentOf } from './wire.ts';

/** The polling interval for decisions of the academy while a page shows requests, in milliseconds. */
const freshEvery = 60_000;

/** The learner's own enrolments, newest first. */
export const ownEnrolmentsQuery = queryOptions({
  queryKey: ['enrolments', 'own'],
  meta: seenAboard,
  queryFn: async (): Promise<OwnEnrolment[]> => (await call(enrolments.listOwn)).map(ownEnrolmentOf),
  refetchInterval: freshEvery,
});
