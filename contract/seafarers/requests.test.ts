import { testRequests } from '../platform/testing/requests.ts';
import { NewProfile } from './calls.ts';
import { NewDocumentRequest } from './documents.ts';

const profile = {
  ...{ DateofBirth: '1990-01-01', phone: '9812345678', streetAddress: 'A', city: 'B', state: 'C', country: 'India' },
  ...{ zipCode: '400001', passportNumber: 'Z1234567', CDCnumber: 'MUM 123456', indosNo: '21GL4839', gradenumber: '1' },
  ...{ passportExpiryDate: '2030-01-01', CDCexpiryDate: '2030-01-01', IDType: 'Passport' },
};

testRequests([
  [
    'a profile',
    NewProfile,
    profile,
    [{ DateofBirth: '1900-01-01' }, { CDCnumber: 'NOT ISSUED', CDCexpiryDate: undefined }],
    [
      [{ DateofBirth: '1899-12-31' }, 'DateofBirth: Date of birth is not a valid date'],
      [{ CDCexpiryDate: undefined }, 'CDCexpiryDate: CDC expiry is required'],
      [{ CDCexpiryDate: undefined, city: '' }, 'city: City is required'],
      [{ phone: '' }, 'phone: Phone is required'],
      [{ passportNumber: '' }, 'passportNumber: Passport number is required'],
      [{ passportNumber: 'ABC' }, /^passportNumber: Enter the passport number/],
    ],
  ],
  [
    'a request for a document',
    NewDocumentRequest,
    { document: 'passportDocument', reason: 'other', note: 'A' },
    [{ reason: 'unreadable', note: undefined }],
    [[{ note: undefined }, 'note: Please write the reason']],
  ],
]);
