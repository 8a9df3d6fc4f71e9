import { z } from 'zod/mini';
import { rupeesPattern, toPaise } from '../values/money.ts';
import { bounded, inAsciiDigits, optionalText, tidy } from '../values/shapes.ts';
import { gstStates, isGstin, outsideIndia, sezSupplies, stateOfGstin } from './gst.ts';

/** Fields about fees that learners and staff fill in. */

/** An amount that somebody types in rupees, above zero; the server has it in paise. */
export const Amount = z.pipe(
  bounded(14, { missing: 'Amount is required', tooLong: 'This amount is too long' }, inAsciiDigits, z.trim()).check(
    z.minLength(1, 'Amount is required'),
    z.regex(rupeesPattern, 'Enter an amount in rupees, such as 1500 or 1500.50'),
    z.refine((typed) => !rupeesPattern.test(typed) || toPaise(typed) > 0, 'Enter an amount above zero'),
  ),
  z.transform((typed: string) => toPaise(typed)),
);

const gstinRule = 'Enter the 15 characters of the GSTIN, or nothing';
/** A GSTIN, or an empty text for somebody who has none. */
export const Gstin = bounded(15, { missing: gstinRule, tooLong: gstinRule }, z.trim(), z.toUpperCase()).check(
  z.refine((value) => value === '' || isGstin(value), 'This is not a GSTIN. Please check its characters.'),
);

/** The day on which money changed hands. */
export const PaidOn = z.iso
  .date('Enter the day of the payment')
  .check(z.refine((day) => day >= '2000-01-01', 'Enter a valid date'));

/** The reference of a transfer, or the number of a cheque; empty for none. */
export const Reference = bounded(
  60,
  { missing: 'Enter a reference or nothing', tooLong: 'This reference is too long' },
  tidy,
  z.trim(),
);

/** Who is named on the invoice. Empty texts mean the learner with the address of their profile. */
export const RecipientInput = z
  .object({
    name: optionalText('Name', 200),
    address: optionalText('Address', 500),
    /** Of a company that pays; empty for a person. */
    gstin: Gstin,
    /** The code of the state, or of a place outside India; empty for that of the profile, or of the GSTIN. */
    state: z._default(
      z
        .string('Choose a state')
        .check(
          z.refine((code) => code === '' || code === outsideIndia || Object.hasOwn(gstStates, code), 'Choose a state'),
        ),
      '',
    ),
    /** Whether the company is in a special economic zone. */
    sez: z._default(z.enum(sezSupplies, 'Choose whether the company is in a special economic zone'), ''),
  })
  .check(
    z.refine(({ gstin, name }) => gstin === '' || name !== '', { error: 'Name is required', path: ['name'] }),
    z.refine(({ gstin, address }) => gstin === '' || address !== '', {
      error: 'Address is required',
      path: ['address'],
    }),
    z.refine(({ gstin, sez }) => sez === '' || gstin !== '', {
      error: 'A company in a special economic zone has a GSTIN',
      path: ['gstin'],
    }),
    z.refine(({ gstin, state }) => gstin === '' || state === '' || state === stateOfGstin(gstin), {
      error: 'This is not the state of the GSTIN',
      path: ['state'],
    }),
  );
export type RecipientInput = z.infer<typeof RecipientInput>;
/** The same as it is sent: what does not apply may be left out. */
export type RecipientSent = z.input<typeof RecipientInput>;
