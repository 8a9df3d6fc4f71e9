import { certificates } from '@fairlead/contract/certificates/calls';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/calls/api-client.ts';
import { seenAboard } from '../../lib/device/aboard/seen-aboard.ts';
import { certificateOf, type HeldCertificate } from './wire.ts';

/** The polling interval for a certificate whose PDF is still being rendered, in milliseconds. */
const drawnAfter = 2_000;

/** The learner's certificate of a course, null when there is none; polled until its PDF is rendered. */
export const ownCertificateQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['certificate', courseId],
    meta: seenAboard,
    queryFn: async (): Promise<HeldCertificate | null> => {
      try {
        return certificateOf((await call(certificates.getOwn, { params: { courseId } })).data);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) =>
      data && data.pdf === null && data.status === 'issued' ? drawnAfter : false,
  });
