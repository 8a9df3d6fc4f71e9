import { enrolments, type OwnStandings, type Standing } from '@fairlead/contract/enrolments/calls';
import type { EnrolmentState, EnrolmentStep } from '@fairlead/contract/values/enrolment-state';
import { server } from './stand-in-server.ts';

const steps: Record<EnrolmentState, EnrolmentStep[]> = {
  'not-requested': ['request'],
  requested: [],
  'document-needed': ['upload-document'],
  declined: ['ask-again'],
  training: ['launch'],
  'test-open': ['test', 'launch'],
  certified: ['certificate', 'launch'],
  'certificate-expired': ['renew', 'certificate'],
  'certificate-revoked': ['renew', 'certificate'],
};
const hasCertificate = (state: EnrolmentState) => state.startsWith('certif');

/** The standing of a learner in this state, as the server computes it. */
export const standingOf = (state: EnrolmentState, part: Partial<Standing> = {}): Standing => ({
  state,
  steps: steps[state],
  declined:
    state === 'declined' ? { reason: null, note: null, at: '2026-09-06T09:00:00.000Z', askAgainFrom: null } : null,
  certificate: hasCertificate(state) ? { onHold: false, dateOfExpiry: '2028-09-05' } : null,
  batch: null,
  lacksOpenDate: false,
  ...part,
});

/** The answer to the catalogue's question for the states of a learner, who has a profile. */
export function standAt(own: OwnStandings['enrolments'], hasProfile = true): void {
  server.answer(enrolments.listOwnStandings, { data: { hasProfile, enrolments: own } });
}
