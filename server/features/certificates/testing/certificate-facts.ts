import type { CertificateFacts } from '../certificate-facts.ts';

/** Realistic data for a certificate, without pictures. */
export const certificateFacts = (changes: Partial<CertificateFacts> = {}): CertificateFacts => ({
  academy: {
    name: 'Fairlead Maritime Academy',
    city: 'Mumbai, India',
    email: 'desk@fairlead.example',
    recognition: null,
  },
  number: 'FMA-2026-7K3PW9QX2MTHA',
  name: 'Rajesh Kumar D’Souza',
  ownScriptName: '',
  birthDate: '1994-03-07',
  passportNumber: 'Z4839201',
  cdcNumber: 'MUM 284391',
  indosNumber: '21GL4839',
  gradeNumber: 'G-1182',
  courseTitle: 'Survival Craft and Rescue Boats',
  regulations: 'Section A-VI/2\nTable A-VI/2-1',
  heldTo: '',
  approvedBy: '',
  approvalNumber: '',
  boundTo: '',
  subjects: ['Abandon ship', 'Launching and recovery', 'Pyrotechnics'],
  issuedOn: '2026-11-20',
  createdAt: new Date('2026-11-20T06:29:58Z'),
  expiresOn: '2031-11-19',
  signatory: { name: 'Capt. Anita Menon', title: 'Principal' },
  photo: null,
  logEntry: 1204,
  verifyUrl: 'https://fairlead.example/verify/FMA-2026-7K3PW9QX2MTHA',
  ...changes,
});
