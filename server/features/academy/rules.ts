import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import type { Retention } from '@fairlead/contract/academy/settings';

/**
 * Retention periods by default: for how many months records are kept; null for those that are kept without limit.
 * Registrations that were never completed hold personal data without a purpose; records that prove training stay until
 * the academy decides otherwise.
 */
export const defaultRetention: Retention = {
  unverifiedRegistrations: 1,
  refusedRegistrations: 6,
  identityDocuments: null,
  dormantAccounts: null,
  contactMessages: 24,
  networkAddresses: 24,
};

/** Default share of the half days of a batch for which somebody may be absent, in percent: not more than half. */
export const defaultMostAbsentPercent = 50;

/** Default hour of the day, in the academy's time zone, from which the daily digest is sent to staff. */
export const defaultDigestHour = 7;

/** The fees of an academy that has saved nothing about them: none. */
export const defaultFeeSettings: FeeSettings = {
  isOn: false,
  bank: { accountName: '', accountNumber: '', ifsc: '', bankName: '' },
  upiId: '',
  desk: '',
  legalName: '',
  address: '',
  gstin: '',
  gstRate: 18,
  pricesIncludeTax: true,
  remindsOverdue: false,
  sac: '9992',
};

/** A logo is shown on pages, so it is small and in the smaller format; transparency is kept. */
export const logoShape = { maxEdge: 512, format: 'webp' } as const;

/** Placeholders available in every email template. */
export const academyPlaceholders = ['academy', 'academyEmail', 'academyPhone'] as const;
