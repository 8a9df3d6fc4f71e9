import type { VerifiedCertificate } from '@fairlead/contract/certificates/calls';
import type { OwnCertificate } from '@fairlead/contract/certificates/own-certificates';
import type { RegisteredCertificate } from '@fairlead/contract/certificates/register';

const certificate = {
  _id: '8b3e2d21-1111-4222-8333-000000000001',
  courseId: '8b3e2d21-1111-4222-8333-000000000002',
  certNo: 'FMA-2026-ABCDEFGHJKLMN',
  status: 'issued' as const,
  name: 'Asha Kumar',
  ownScriptName: 'आशा कुमार',
  email: 'asha.nair@example.org',
  dateOfBirth: '1994-03-21',
  passportNo: 'Z4839201',
  cdcNo: 'MUM 123456',
  indosNo: '21GL4839',
  gradeNo: 'II/4',
  courseTitle: 'Muster and Rafts',
  heldTo: '',
  approvedBy: '',
  approvalNumber: '',
  boundTo: '',
  dateOfIssue: '2026-09-05',
  dateOfExpiry: '2026-11-05',
  revokedOn: null,
  replacedBy: null,
  pdfPath: { filename: 'certificate.pdf', url: '/api/uploads/certificates/certificate.pdf' },
  expiresSoon: true,
  refresherDue: null,
};

/** A picture of a sheet, as the server would draw it. */
export const pictureOfSheet = {
  filename: 'certificate.webp',
  url: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="960" height="679"><path fill="#fff" d="M0 0h960v679H0z"/></svg>')}`,
};

/** A certificate as its holder gets it. */
export const ownCertificateOf = (part: Partial<OwnCertificate> = {}): OwnCertificate => ({
  ...certificate,
  picture: null,
  waitsFor: [],
  verifyUrl: 'https://academy.example/verify/FMA-2026-ABCDEFGHJKLMN',
  ...part,
});

/** A certificate as staff get it from the certificate register. */
export const registeredOf = (part: Partial<RegisteredCertificate> = {}): RegisteredCertificate => ({
  ...certificate,
  userId: '8b3e2d21-1111-4222-8333-000000000003',
  regulations: 'STCW A-VI/1-1',
  rule: {
    edition: 1,
    savedAt: '2026-09-05T09:00:00.000Z',
    validity: 'months',
    validityMonths: 60,
    boundTo: '',
    source: '',
    sourceDate: null,
  },
  revocationReason: null,
  revokedBy: null,
  held: null,
  ...part,
});

/** A certificate as the public gets it, without the proof of the public log. */
export const verifiedCertificate: VerifiedCertificate & { picture: null } = (() => {
  const { _id, courseId, pdfPath, expiresSoon, refresherDue, ...shown } = certificate;
  return { ...shown, email: 'a••••', dateOfBirth: '1994-••-••', passportNo: 'Z•••••01', picture: null };
})();
