import { z } from 'zod/mini';
import { bounded, optionalText } from '../values/shapes.ts';
import { Gstin } from './fee-fields.ts';

const ifscRule = 'The IFSC has 11 characters, such as SBIN0001234';
const rate = 'Enter a rate from 0 to 28 percent';
const upiRule = 'A UPI ID looks like academy@bank';

/** The academy's settings for fees. Texts that do not apply are empty. */
const FeeSettingsFields = z.object({
  /**
   * Whether enrolments are charged. Off, neither learners nor the pages of staff show anything of fees; the calls of
   * staff (contract/fees/calls.ts) still have the books that were kept before.
   */
  isOn: z.boolean('Say true or false'),
  bank: z.object({
    accountName: optionalText('Account name', 120),
    accountNumber: bounded(34, { missing: 'Enter a number or nothing' }, z.trim()).check(
      z.regex(/^[0-9A-Za-z -]*$/, 'An account number has digits and letters'),
    ),
    ifsc: bounded(11, { missing: ifscRule, tooLong: ifscRule }, z.trim(), z.toUpperCase()).check(
      z.regex(/^([A-Z]{4}0[A-Z0-9]{6})?$/, ifscRule),
    ),
    bankName: optionalText('Bank', 120),
  }),
  /** The UPI ID (VPA) to which money is sent. */
  upiId: bounded(100, { missing: upiRule, tooLong: upiRule }, z.trim()).check(
    z.regex(/^([A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9.-]{1,34})?$/, upiRule),
  ),
  /** Where and when learners can pay at the academy; empty if they cannot. */
  desk: optionalText('Text', 500),
  /** The name and address on invoices; an empty name means the academy's name. */
  legalName: optionalText('Legal name', 200),
  address: optionalText('Address', 500),
  /**
   * Empty for an academy that is not registered for GST; it issues receipts without tax. Its first digits are the
   * state.
   */
  gstin: Gstin,
  /** In percent, CGST and SGST together. 0 for exempt courses. */
  gstRate: z.number(rate).check(z.gte(0, rate), z.lte(28, rate), z.multipleOf(0.01, rate)),
  /** Whether the prices of courses include the tax. */
  pricesIncludeTax: z.boolean('Say true or false'),
  /** Whether payers of overdue invoices are reminded once a week by email. */
  remindsOverdue: z.boolean('Say true or false'),
  /** The service accounting code of the courses; 9992 is education. */
  sac: bounded(6, { missing: 'The SAC has 4 to 6 digits' }, z.trim()).check(
    z.regex(/^\d{4,6}$/, 'The SAC has 4 to 6 digits'),
  ),
});
export type FeeSettings = z.infer<typeof FeeSettingsFields>;

const hasAddress = z.refine<Pick<FeeSettings, 'gstin' | 'address'>>(
  ({ gstin, address }) => gstin === '' || address !== '',
  { error: 'A tax invoice needs the address of the academy', path: ['address'] },
);
const hasWholeAccount = z.refine<Pick<FeeSettings, 'bank'>>(
  ({ bank }) => (bank.accountNumber === '') === (bank.ifsc === ''),
  { error: 'Enter both the account number and the IFSC, or neither', path: ['bank', 'ifsc'] },
);
export const FeeSettings = FeeSettingsFields.check(hasAddress, hasWholeAccount);

/** The same as it is saved: clients of version 0.2.0 do not say `remindsOverdue`, which then stays as it is. */
export const FeeSettingsInput = z
  .extend(FeeSettingsFields, { remindsOverdue: z.optional(FeeSettingsFields.shape.remindsOverdue) })
  .check(hasAddress, hasWholeAccount);
export type FeeSettingsInput = z.infer<typeof FeeSettingsInput>;
