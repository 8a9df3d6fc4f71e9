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
const unknown = { ...certificate, heldTo: '', boundTo: '' };

test('a withdrawal by version 0.1 does not cover what that does not know, and an issue has to', () => {
  const issue = entry('issue', certificate);
  expect(flawsOf(certificate, [issue, entry('revoke', certificate)])).toEqual([]);
  expect(flawsOf(certificate, [issue, entry('revoke', unknown)])).toEqual([]);
  const changed = ['what it states is not what was logged'];
  expect(flawsOf(certificate, [entry('issue', unknown), entry('revoke', unknown)])).toEqual(changed);
  expect(flawsOf({ ...certificate, heldTo: 'STCW 2026' }, [issue, entry('revoke', unknown)])).toEqual(changed);
  expect(flawsOf(certificate, [issue, entry('revoke', { ...unknown, name: 'Somebody' })])).toEqual(changed);
});
