import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { type EnteredParticulars, type Profile, seafarers } from '@fairlead/contract/seafarers/calls';
import { personOf } from './people.ts';
import { server } from './stand-in-server.ts';

const picture = (name: string) => ({
  filename: `${name}.svg`,
  url: `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" id="${name}" width="480" height="600"/>`,
});

/** The profile of a seafarer as the server returns it. */
export const profileOf = (part: Partial<Profile> = {}): Profile => ({
  _id: '5d0c3b5e-7f0a-4c55-9a44-3f6a0a3c1d01',
  name: 'Asha Nair',
  ownScriptName: 'ആശ നായർ',
  email: 'asha.nair@example.org',
  DateofBirth: '1994-03-21',
  phone: '+919820012345',
  streetAddress: '14 Harbour Lane',
  city: 'Kochi',
  state: 'Kerala',
  country: 'India',
  zipCode: '682001',
  passportNumber: 'Z4839201',
  passportExpiryDate: '2031-05-01',
  CDCnumber: 'MUM 123456',
  CDCexpiryDate: '2030-01-31',
  gradenumber: 'II/4',
  indosNo: '21GL4839',
  IDType: 'Voter ID',
  profilePicture: picture('me'),
  IdDocument: picture('passport'),
  signature: picture('signature'),
  passportDocument: null,
  cdcDocument: null,
  indosDocument: null,
  documentRequests: [],
  creator: { firstName: 'Asha', lastName: 'Nair' },
  identityChanged: false,
  changedSinceCheck: [],
  readableZone: [],
  scan: 'clean',
  createdAt: '2026-09-05T09:00:00.000Z',
  updatedAt: '2026-09-05T09:00:00.000Z',
  ...part,
});

/** The learner has no profile yet; `entered` is what the academy knows of them. */
export function noProfileYet(entered: EnteredParticulars | null = null, mobile = ''): void {
  const account = { ...personOf('learner'), mobile, mobileConfirmed: false, pendingEmail: null, wantsDailyMail: false };
  server.answer(ownAccount.getOwnAccount, account);
  server.fail(seafarers.getOwnProfile, { status: 404, message: 'There is no profile yet.', code: 'not-found' });
  server.answer(seafarers.getEnteredParticulars, { data: entered });
}
