import { goesWithAccount, type PersonalTable } from '../../platform/personal-data/personal-table.ts';

/** The provider's identifiers for a staff member, and unfinished logins. */
export const signOnData: readonly PersonalTable[] = [
  goesWithAccount('sign_on', 'login-begun-at-the-provider', ['state', 'code_challenge', 'nonce']),
  goesWithAccount('staff_identity', 'login-by-the-provider'),
];
