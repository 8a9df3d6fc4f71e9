import { expect, test } from 'vitest';
import { salted } from '../../platform/chain/link.ts';
import { type LoggedKind, loggedFacts } from './certificate-log.ts';
import { flawsOf, type Registered } from './log-rules.ts';

const at = new Date('2026-11-26T10:00:00Z');
const certificate: Registered = {
  logId: 'a',
  status: 'revoked',
  revokedAt: at,
  supersededAt: null,
  successorLogged: true,
  codeDigest: null,
  pdfDigest: null,
  recordedPdf: null,
  recordedCode: null,
  number: 'FMA-1',
  name: 'Asha Nair',
  ownScriptName: '',
  birthDate: '1990-05-17',
  passportNumber: 'N1234567',
  cdcNumber: '',
  indosNumber: '',
  gradeNumber: '',
  courseTitle: 'Radar',
  regulations: '',
  subjects: [],
  issuedOn: '2026-11-20',
  expiresOn: null,
  heldTo: 'STCW 2010',
  boundTo: 'Certificate of competency',
  approvedBy: 'DG Shipping, India',
  approvalNumber: 'TR/A/29/2024',
};
const entry = (kind: LoggedKind, of: Registered) => ({
  kind,
  at,
  subject: 'a',
  sealIndex: null,
  sealHash: null,
  previousHash: null,
  ...salted(loggedFacts(kind, of)),
});
/** As versions 0.2 and 0.1 know it. */
const asOf02 = { ...certificate, approvedBy: '', approvalNumber: '' };
const unknown = { ...asOf02, heldTo: '', boundTo: '' };

test('a withdrawal by an earlier version does not cover what that does not know, and an issue has to', () => {
  const issue = entry('issue', certificate);
  expect(flawsOf(certificate, [issue, entry('revoke', certificate)])).toEqual([]);
  expect(flawsOf(certificate, [issue, entry('revoke', unknown)])).toEqual([]);
  expect(flawsOf(certificate, [issue, entry('revoke', asOf02)])).toEqual([]);
  const changed = ['what it states is not what was logged'];
  expect(flawsOf(certificate, [entry('issue', unknown), entry('revoke', unknown)])).toEqual(changed);
  expect(flawsOf(certificate, [entry('issue', asOf02), entry('revoke', asOf02)])).toEqual(changed);
  expect(flawsOf({ ...certificate, approvalNumber: 'TR/A/30/2024' }, [issue])).toContain(changed[0]);
  expect(flawsOf({ ...certificate, heldTo: 'STCW 2026' }, [issue, entry('revoke', unknown)])).toEqual(changed);
  expect(flawsOf(certificate, [issue, entry('revoke', { ...unknown, name: 'Somebody' })])).toEqual(changed);
});
