import { countryName } from '@fairlead/contract/values/countries';
import type * as wire from '@fairlead/contract/wallet/calls';
import type { DocumentKind } from '@fairlead/contract/wallet/wallet-kinds';
import { certificateRenewalDays, profileKinds } from '@fairlead/contract/wallet/wallet-words';
import type { Files } from '../../platform/files/files.ts';
import { fullName } from '../accounts/index.ts';
import type { EndingRow, HeldRow, WaitingRow } from './held-documents.ts';
import type { Renewal } from './renewals.ts';

type Kinds = ReadonlyMap<string, DocumentKind>;
type Named = Pick<HeldRow, 'source' | 'kind' | 'title' | 'country'>;

/** The title of a document: of its kind and flag, as it was entered, or of its course. */
export function titleOf({ source, kind, title, country }: Named, kinds: Kinds): string {
  if (source === 'certificate') return title;
  if (source === 'profile') return profileKinds[kind as keyof typeof profileKinds];
  const name = title || (kinds.get(kind)?.title ?? kind);
  return country === '' ? name : `${name}, ${countryName(country)}`;
}

/**
 * How many days before the end of a document its renewal begins: when a certificate expires soon, others by their kind.
 */
const renewalDaysOf = ({ source, kind }: Pick<HeldRow, 'source' | 'kind'>, kinds: Kinds): number =>
  source === 'certificate' ? certificateRenewalDays : (kinds.get(kind)?.renewalDays ?? certificateRenewalDays);

export type Presenting = {
  files: Pick<Files, 'link'>;
  kinds: Kinds;
  renewalOf: (document: Pick<HeldRow, 'courseId' | 'kind' | 'source'>) => Renewal | undefined;
  /** The name of the academy, which has issued its certificates. */
  academy: string;
};

/** What is shown of the end of a document, and the way to its renewal. */
export function toEnd(
  row: Pick<HeldRow, 'id' | 'source' | 'kind' | 'title' | 'country' | 'courseId' | 'lastDay' | 'status'> &
    Pick<HeldRow, 'isRefresherDue' | 'isReplaced'>,
  { kinds, renewalOf }: Pick<Presenting, 'kinds' | 'renewalOf'>,
) {
  const { id, source, kind, lastDay, isRefresherDue, isReplaced } = row;
  const renewal = lastDay === null || isReplaced ? undefined : renewalOf(row);
  return {
    _id: id,
    source,
    kind,
    lastDay,
    isRefresherDue,
    isReplaced,
    title: titleOf(row, kinds),
    renewalDays: renewalDaysOf(row, kinds),
    check: row.status,
    renewal: renewal?.title ? { ...renewal, title: renewal.title } : null,
  };
}

/** A document as its owner sees it; `forStaff` tells who has decided. */
export function toHeld(row: HeldRow, presenting: Presenting, forStaff = false): wire.HeldDocument {
  const { number, country, issuedOn, version } = row;
  const { files, academy } = presenting;
  return {
    ...toEnd(row, presenting),
    number,
    country,
    issuedOn,
    version,
    issuer: row.source === 'certificate' ? academy : row.issuer,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: forStaff ? row.decidedBy : null,
    refusal: row.refusalReason === null ? null : { reason: row.refusalReason, note: row.refusalNote },
    file: row.filename === null ? null : { filename: row.filename, url: files.link('id_documents', row.filename) },
    scan: row.malware !== null ? 'infected' : row.filename === null || row.scannedAt ? 'clean' : 'not-scanned',
  };
}

type Owned = { accountId: string; firstName: string; lastName: string; email: string };
const toOwner = ({ accountId, email, ...names }: Owned) => ({ _id: accountId, name: fullName(names), email });

/** A document in the list of those that end. */
export const toEnding = (row: EndingRow, kinds: Kinds): wire.EndingDocument => ({
  _id: row.id,
  source: row.source,
  kind: row.kind,
  title: titleOf(row, kinds),
  number: row.number,
  lastDay: row.lastDay,
  isRefresherDue: row.isRefresherDue,
  renewalDays: renewalDaysOf(row, kinds),
  isChecked: row.status === 'checked',
  person: toOwner(row),
});

/** A document in the list of those that wait for a check. */
export const toWaiting = (row: WaitingRow, presenting: Presenting): wire.WaitingDocument => ({
  ...toHeld(row, presenting, true),
  person: toOwner(row),
  addedAt: row.addedAt.toISOString(),
});
