import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';

/** The academy records fees since this many days ago; what was requested before has none. */
export const feesSinceDaysAgo = 30;

/**
 * What happens to the fee of an enrolment. Without one of these, somebody who was accepted has paid in cash at the
 * desk, and a request waits for its payment.
 */
export type DemoFee =
  /** Nothing is paid. */
  | 'due'
  /** A proof of payment waits for staff, who confirm it together with the request, if they accept that. */
  | 'proof'
  /** The proof was declined, for this reason. */
  | { declined: string }
  /** Waived, for this reason. */
  | { waived: string };

/**
 * Everything is invented: the GSTIN has a PAN with the number 0000, which is not issued, and no bank has the letters
 * ZZZZ.
 */
export const demoFeeSettings: FeeSettings = {
  isOn: true,
  bank: {
    accountName: 'Fairlead Maritime Academy',
    accountNumber: '000000012345',
    ifsc: 'ZZZZ0000001',
    bankName: 'Harbour Bank, Mumbai',
  },
  upiId: 'fairlead@example',
  desk: 'Office, ground floor, Monday to Saturday, 10 am to 4 pm. Cash, card or cheque.',
  legalName: 'Fairlead Maritime Training Trust',
  address: '1 Jetty Road, Mumbai 400001, Maharashtra',
  gstin: '27ZZZTF0000Z1ZM',
  gstRate: 18,
  pricesIncludeTax: true,
  remindsOverdue: false,
  sac: '999293',
};
