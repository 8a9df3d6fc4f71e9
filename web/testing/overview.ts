import type { Overview } from '@fairlead/contract/overview/calls';

const none = { count: 0, longest: [] };

/** The overview of an academy with these pending items, and no others. */
export const overviewOf = (pending: Partial<Overview> = {}): { data: Overview } => ({
  data: {
    registrations: none,
    requests: none,
    identityChanges: none,
    documentsToCheck: none,
    heldCertificates: none,
    // an academy without fees
    paymentProofs: null,
    doubtfulPasses: none,
    logFlaws: none,
    endingApprovals: none,
    playbackSpeeds: none,
    messages: none,
    jobsGivenUp: none,
    mailsReachNobody: false,
    mailsWait: null,
    massDeletions: null,
    secondFactorPutOff: null,
    night: null,
    firstSteps: null,
    hasSampleCourse: false,
    ...pending,
  },
});
