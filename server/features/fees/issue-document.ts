import type { RecipientInput } from '@fairlead/contract/academy/fee-fields';
import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import { placeName, type SezSupply, stateOfGstin } from '@fairlead/contract/academy/gst';
import { placeDoubt } from '@fairlead/contract/academy/places';
import type { FeeDocumentKind, PaymentMethod } from '@fairlead/contract/fees/fee-state';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy, getFeeSettings } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { findProfile } from '../seafarers/index.ts';
import { findIssued, splitIn, sumCredited } from './document-queries.ts';
import type { FeeRow } from './queries.ts';
import {
  documentNumber,
  financialYear,
  type NumberedKind,
  partOf,
  paymentDocument,
  placeOfSupply,
  splitOfInvoice,
  type TaxSplit,
  untaxed,
} from './rules.ts';

type Payment = { method: PaymentMethod; reference: string; on: CalendarDate };

/** The facts that a document states, as of the day of issue; its PDF is drawn from nothing else. */
export type DocumentFacts = {
  /**
   * The layout in which it is drawn, so that a new layout does not change issued documents. Since 2, each page has the
   * number of the document and its own, and long texts keep their distance.
   */
  layout: 1 | 2;
  academy: { name: string; address: string; gstin: string; email: string; phone: string };
  recipient: { name: string; address: string; gstin: string };
  /** The place of supply; null without tax. */
  place: { code: string; name: string } | null;
  courseTitle: string;
  /** Whose fee it is, on a credit note to a bill, which names others or several. */
  person?: string;
  /** The reference of the fee. */
  reference: string;
  sac: string;
  /** In percent. */
  gstRate: number;
  /** Null before it is paid. */
  payment: Payment | null;
  /** Why money was paid back; empty for none. */
  reason: string;
  /** For a supply to a special economic zone. */
  sez?: SezSupply;
  /** For a bill: until when, under which order, and how it is paid. */
  bill?: { dueOn: CalendarDate; purchaseOrder: string; bank: FeeSettings['bank'] | null; upiId: string };
};

type With = Pick<Platform, 'config' | 'clock'>;
type Money = { entryId: string; amount: number; payment: Payment };
type Paying = Money & { payer: Payer | undefined };

/**
 * Issues the document of a payment: a receipt, or with a GSTIN a tax invoice. Call it last: it locks the series until
 * the transaction ends.
 *
 * @param payer who is named, in place of whom the fee has.
 * @returns its number.
 * @throws AppError `not-yet` where an invoice would state a place of supply that is not known.
 */
export async function issueForPayment(
  tx: Tx,
  platform: With,
  fee: FeeRow,
  { entryId, amount, payment, payer }: Paying,
): Promise<string> {
  const settings = await getFeeSettings(tx);
  const kind = paymentDocument(settings);
  const isTaxed = kind === 'invoice';
  const facts = await factsOf(tx, platform, fee, settings, { payer, isInvoice: isTaxed, payment });
  const split = isTaxed ? splitBy(facts, settings, amount) : untaxed(amount);
  return (await insertDocument(tx, platform, { kind, entryId, split, facts, correctsId: null })).number;
}

/** The tax in an amount by the place of supply that an invoice states. */
export function splitBy({ place, sez = '' }: DocumentFacts, { gstin, gstRate }: FeeSettings, amount: number): TaxSplit {
  return splitOfInvoice(amount, { gstRate, isWithinState: place?.code === stateOfGstin(gstin), sez });
}

/**
 * Issues the credit note for a payment that is paid back in part or as a whole, or was recorded by mistake: with the
 * facts and the tax of the document that it corrects. Call it last.
 *
 * @param ofEntryId the payment.
 * @returns undefined for a payment without a document.
 */
export async function issueCreditNote(
  tx: Tx,
  platform: With,
  { ofEntryId, entryId, amount, payment, reason }: Money & { ofEntryId: string; reason: string },
): Promise<IssuedDocument | undefined> {
  const corrected = await findIssued(tx, ofEntryId);
  if (!corrected) return undefined;
  const facts = { ...(corrected.facts as unknown as DocumentFacts), payment, reason };
  const split = partOf(splitIn(corrected), amount, await sumCredited(tx, corrected.id));
  const note = { kind: 'credit-note', entryId, split, facts, correctsId: corrected.id } as const;
  return insertDocument(tx, platform, note);
}

type Profile = Awaited<ReturnType<typeof findProfile>>;

/** Where a fee is supplied; undefined where it is not known. */
const placeOf = (
  fee: Pick<FeeRow, 'courseFormat'>,
  { gstin: recipientGstin, state }: Payer,
  gstin: string,
  profile: Profile,
) =>
  placeOfSupply({
    gstin,
    recipientGstin,
    recipientState: state,
    isInClassroom: fee.courseFormat !== 'online',
    address: profile ?? null,
  });

const doubtAbout = (profile: Profile): string => (profile ? placeDoubt(profile) : 'The learner has no profile yet.');

/**
 * Why no invoice can be issued for a payment of a fee: what of the address is missing or not recognised. Empty where
 * nothing is, and where no invoice would be issued.
 *
 * @param payer who is named, in place of whom the fee has.
 */
export async function findPlaceDoubt(db: Queryable, fee: FeeRow, payer: Payer = payerOf(fee)): Promise<string> {
  const settings = await getFeeSettings(db);
  if (paymentDocument(settings) !== 'invoice') return '';
  // most often the recipient tells it
  if (placeOf(fee, payer, settings.gstin, undefined) !== undefined) return '';
  const profile = await findProfile(db, fee.accountId);
  return placeOf(fee, payer, settings.gstin, profile) === undefined ? doubtAbout(profile) : '';
}

export type Payer = Pick<RecipientInput, 'name' | 'address' | 'gstin' | 'state' | 'sez'>;

/** Who is named on the next document of a fee. */
const payerOf = (fee: FeeRow): Payer => ({
  name: fee.recipientName,
  address: fee.recipientAddress,
  gstin: fee.recipientGstin,
  state: fee.recipientState,
  sez: fee.recipientSez,
});

type Stating = { payer: Payer | undefined; isInvoice: boolean; payment: Payment | null };

/**
 * The facts of a document about a fee.
 *
 * @param payer who is named, in place of whom the fee has.
 * @throws AppError `not-yet` where an invoice would state a place of supply that is not known.
 */
export async function factsOf(
  tx: Tx,
  { config }: With,
  fee: FeeRow,
  settings: FeeSettings,
  { payer = payerOf(fee), isInvoice, payment }: Stating,
): Promise<DocumentFacts> {
  const { gstin, gstRate, sac } = settings;
  const academy = await getAcademy(tx, config);
  const profile = await findProfile(tx, fee.accountId);
  const address = profile
    ? [profile.streetAddress, profile.city, `${profile.state} ${profile.postalCode}`, profile.country].join(', ')
    : '';
  const code = gstin ? placeOf(fee, payer, gstin, profile) : undefined;
  if (isInvoice && code === undefined) {
    throw new AppError('not-yet', `${doubtAbout(profile)} ${unknownPlace}`);
  }
  if (!settings.legalName && academy.missing.includes('name')) {
    throw new AppError('not-yet', 'A receipt or an invoice states the academy’s name: enter it in the settings.');
  }
  const sez = isInvoice ? payer.sez : '';
  return {
    layout: 2,
    academy: {
      name: settings.legalName || academy.name,
      address: settings.address,
      gstin,
      email: academy.email,
      phone: academy.phone,
    },
    recipient: {
      name: payer.name || profile?.name || fullName(fee),
      address: payer.name ? payer.address : payer.address || address,
      gstin: payer.gstin,
    },
    place: code ? { code, name: placeName(code) } : null,
    courseTitle: fee.courseTitle,
    reference: fee.reference,
    sac: gstin && sac,
    gstRate: gstin && sez !== 'without-tax' ? gstRate : 0,
    payment,
    reason: '',
    ...(sez !== '' && { sez }),
  };
}

const unknownPlace =
  'An invoice states the place of supply: open the fee and choose the state under ‘Details for the invoice’.';

type Issue = {
  kind: FeeDocumentKind;
  /** Null for one without an entry of the ledger. */
  entryId: string | null;
  /** The enrolment of a document without an entry; null for several. */
  enrolmentId?: string | null;
  split: TaxSplit;
  facts: DocumentFacts;
  correctsId: string | null;
};

export type IssuedDocument = { id: string; number: string; issuedOn: CalendarDate };

/** Stores a document with the next number of its series; call it last, as `takeSerial`. */
export async function insertDocument(
  tx: Tx,
  platform: With,
  { kind, entryId, enrolmentId = null, split, facts, correctsId }: Issue,
): Promise<IssuedDocument> {
  const { year, serial, issuedOn } = await takeSerial(tx, platform, kind);
  const number = documentNumber(kind, year, serial);
  const { id } = await tx
    .insertInto('feeDocument')
    .values({
      entryId,
      enrolmentId,
      kind,
      number,
      serial,
      issuedOn,
      correctsId,
      financialYear: year,
      totalPaise: split.total,
      taxablePaise: split.taxable,
      cgstPaise: split.cgst,
      sgstPaise: split.sgst,
      igstPaise: split.igst,
      facts: JSON.stringify(facts),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, number, issuedOn };
}

/**
 * The next serial number of a kind of document in this financial year. Its row stays locked until the transaction ends,
 * and a rollback gives the number back, so that invoice numbers are gapless and unique. Dates never go back in a
 * series.
 */
export async function takeSerial(tx: Tx, { clock, config }: With, kind: NumberedKind) {
  const today = dayAt(clock(), config.timeZone);
  const year = financialYear(today);
  const taken = await tx
    .insertInto('feeSeries')
    .values({ kind, financialYear: year, lastSerial: 1, lastIssuedOn: today })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'financialYear']).doUpdateSet((e) => ({
        lastSerial: e('feeSeries.lastSerial', '+', 1),
        lastIssuedOn: e.fn<string>('greatest', ['feeSeries.lastIssuedOn', 'excluded.lastIssuedOn']),
      })),
    )
    .returning(['lastSerial', 'lastIssuedOn'])
    .executeTakeFirstOrThrow();
  return { year, serial: taken.lastSerial, issuedOn: taken.lastIssuedOn };
}
