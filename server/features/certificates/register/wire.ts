import { certificateNames } from '@fairlead/contract/certificates/names';
import type { Correction, RegisteredCertificate } from '@fairlead/contract/certificates/register';
import { fromWire, toWire } from '@fairlead/contract/platform/names';
import type { Academy } from '../../academy/index.ts';
import { expiresSoon } from '../rules.ts';
import { asOfToday, type Calendar, holdsOf, linked } from '../wire.ts';
import type { CorrectedFacts } from './correct-certificate.ts';
import type { RegisterRow } from './queries.ts';

export const toRegisteredCertificate = (
  row: RegisterRow,
  academy: Pick<Academy, 'missing'>,
  { calendar, linkPdf }: { calendar: Calendar; linkPdf: (filename: string) => string },
): RegisteredCertificate =>
  toWire(certificateNames, {
    ...asOfToday(row, calendar),
    pdf: linked(row.pdf, linkPdf),
    expiresSoon: !row.isFollowed && expiresSoon(row, calendar.today),
    rule: ruleOf(row),
    revokedBy: row.revoker,
    held:
      row.status === 'held'
        ? { since: row.createdAt, waitsFor: holdsOf(row, academy), gaveUp: Boolean(row.releaseGaveUp) }
        : null,
  });

/** The edition by which a certificate was issued. */
function ruleOf(row: RegisterRow): RegisteredCertificate['rule'] {
  const { ruleEdition, validity, ruleSavedAt, validityMonths, ruleBoundTo, source, sourceDate } = row;
  if (ruleEdition === null || validity === null || ruleSavedAt === null) return null;
  return {
    edition: ruleEdition,
    validity,
    validityMonths,
    boundTo: ruleBoundTo ?? '',
    source: source ?? '',
    sourceDate,
    savedAt: ruleSavedAt.toISOString(),
  };
}

export const toCorrectedFacts = ({ reason: _, ...facts }: Correction): CorrectedFacts =>
  fromWire(certificateNames, facts);
