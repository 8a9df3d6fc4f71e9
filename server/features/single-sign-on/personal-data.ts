import { goesWithAccount, type PersonalTable } from '../../platform/personal-data/personal-table.ts';

/** What the academy's provider calls a member of the staff, and a login by it that is not finished. */
export const signOnData: readonly PersonalTable[] = [
  goesWithAccount('sign_on', 'login-begun-at-the-provider', ['state', 'code_challenge', 'nonce']),
  goesWithAccount('staff_identity', 'login-by-the-provider'),
];
