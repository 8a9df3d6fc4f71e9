import { type Profile, seafarers } from '@fairlead/contract/seafarers/calls';
import { type Column, tableOf } from '../../platform/tables/export.ts';
import { fullName } from '../accounts/index.ts';

const columns: Column<Profile>[] = [
  ['Name', ({ name }) => name],
  ['Registered name', ({ creator }) => fullName(creator)],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Date of birth', ({ DateofBirth }) => DateofBirth],
  ['Passport number', ({ passportNumber }) => passportNumber],
  ['Passport expiry', ({ passportExpiryDate }) => passportExpiryDate],
  ['CDC number', ({ CDCnumber }) => CDCnumber],
  ['CDC expiry', ({ CDCexpiryDate }) => CDCexpiryDate ?? ''],
  ['INDoS number', ({ indosNo }) => indosNo],
  ['Grade number', ({ gradenumber }) => gradenumber],
  ['ID type', ({ IDType }) => IDType],
  ['Street address', ({ streetAddress }) => streetAddress],
  ['City', ({ city }) => city],
  ['State', ({ state }) => state],
  ['Country', ({ country }) => country],
  ['PIN code', ({ zipCode }) => zipCode],
  ['Identity to be checked', ({ identityChanged }) => identityChanged],
  ['Created', ({ createdAt }) => new Date(createdAt)],
  ['Updated', ({ updatedAt }) => new Date(updatedAt)],
  ['Name in own script', ({ ownScriptName }) => ownScriptName],
];

/** The profiles as a table, without their documents. */
export const seafarerTables = [tableOf(seafarers.listProfiles, ({ data }) => data, columns)];
