import type { ListedBill as WireBill } from '@fairlead/contract/fees/bills';
import type * as wire from '@fairlead/contract/fees/calls';
import type { WaitingProof as WireProof } from '@fairlead/contract/fees/fee-shapes';
import type { Owed as WireOwed } from '@fairlead/contract/fees/owed';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';

type Person = { userId: { _id: string; email: string }; userName: string };

/** The person of a record, as links to people take them. */
const personOf = ({ userId, userName }: Person) => ({ id: userId._id, email: userId.email, name: userName });

/** A record about a person, with this program's field names. */
function withPerson<Wire extends Person>(record: Wire) {
  const { userId, userName, ...rest } = record;
  return { ...fromWire(idNames, rest), person: personOf({ userId, userName }) };
}

/** What a payer owes; `id` is the first of the enrolments. */
export type Owed = FromWire<typeof idNames, WireOwed>;

/** The fee of an enrolment in a list; `id` is the enrolment's. */
export const feeOf = (fee: wire.Fee) => withPerson(fee);
export type Fee = ReturnType<typeof feeOf>;

/** The fee of an enrolment with its ledger. */
export const ledgerOf = (fee: wire.FeeLedger) => withPerson(fee);
export type Ledger = ReturnType<typeof ledgerOf>;
export type Entry = Ledger['entries'][number];

export const paymentOf = (payment: wire.FeePayment) => withPerson(payment);
export type Payment = ReturnType<typeof paymentOf>;

export const listedProofOf = (proof: wire.ListedProof) => withPerson(proof);
export type ListedProof = ReturnType<typeof listedProofOf>;

export type Bill = Ledger['bills'][number];

/** A bill in the list of all, with the first of its enrolments. */
export type ListedBill = FromWire<typeof idNames, WireBill>;

/** A proof as staff check it. */
export type WaitingProof = FromWire<typeof idNames, WireProof>;

export const documentOf = (document: wire.IssuedDocument) => fromWire(idNames, document);
export type IssuedDocument = ReturnType<typeof documentOf>;
