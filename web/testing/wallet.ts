import type { EndingDocument, HeldDocument, WaitingDocument } from '@fairlead/contract/wallet/calls';
import type { DocumentKind } from '@fairlead/contract/wallet/wallet-kinds';
import { idOf, moment } from './records.ts';

/** The day so many days from today. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A medical certificate in a wallet, which ends in 20 days and waits for a check. */
export const documentOf = (part: Partial<HeldDocument> = {}): HeldDocument => ({
  _id: idOf('e0000000'),
  source: 'wallet',
  kind: 'MED',
  title: 'Medical certificate',
  number: 'M-4711',
  issuer: 'Dr. Rao, Kochi',
  country: '',
  issuedOn: '2024-12-11',
  lastDay: inDays(20),
  isRefresherDue: false,
  renewalDays: 60,
  isReplaced: false,
  check: 'waiting',
  decidedAt: null,
  decidedBy: null,
  refusal: null,
  file: { filename: 'scan.pdf', url: '/api/uploads/id_documents/scan.pdf' },
  scan: 'clean',
  version: 1,
  renewal: null,
  ...part,
});

/** A kind of document as it comes with the program. */
export const kindOf = (part: Partial<DocumentKind> = {}): DocumentKind => ({
  code: 'MED',
  title: 'Medical certificate',
  group: 'medical',
  numberFormats: [],
  country: 'optional',
  countryInCode: 'also',
  validity: 'months',
  validityMonths: 24,
  renewalDays: 60,
  source: 'STCW regulation I/9',
  sourceDate: '2026-11-22',
  isRetired: false,
  edition: 0,
  createdAt: null,
  createdBy: null,
  ...part,
});

const owner = (name: string) => ({ _id: idOf('10000000'), name, email: 'irfan@example.org' });

export const endingDocumentOf = (part: Partial<EndingDocument> = {}, name = 'Irfan Khan'): EndingDocument => ({
  _id: idOf('e0000000'),
  source: 'wallet',
  kind: 'MED',
  title: 'Medical certificate',
  number: 'M-4711',
  lastDay: inDays(20),
  isRefresherDue: false,
  renewalDays: 60,
  isChecked: true,
  person: owner(name),
  ...part,
});

export const waitingDocumentOf = (part: Partial<HeldDocument> = {}, name = 'Irfan Khan'): WaitingDocument => ({
  ...documentOf(part),
  person: owner(name),
  addedAt: moment,
});
