import type { Retention } from '@fairlead/contract/settings';

/**
 * Months that records are kept while nobody has said otherwise; null for those that are kept. Registrations that came
 * to nothing hold personal data without a purpose; what proves a training stays until the academy decides.
 */
export const defaultRetention: Retention = {
  unverifiedRegistrations: 1,
  refusedRegistrations: 6,
  identityDocuments: null,
  dormantAccounts: null,
  networkAddresses: 24,
};

/** From this hour of the academy's day on the staff are told what waits, while nobody has set another. */
export const defaultDigestHour = 7;

/** A logo stands on pages, so small and in the smaller format; it keeps its transparency. */
export const logoShape = { maxEdge: 512, format: 'webp' } as const;

/** What every letter can name. */
export const academyPlaceholders = ['academy', 'academyEmail', 'academyPhone'] as const;
