import type { Registration } from '@fairlead/contract/accounts';

/** A registration with this program's field names. */
export type NewAccount = {
  prefix: string;
  firstName: string;
  lastName: string;
  mobile: string;
  email: string;
  password: string;
};

/** The form's names of the API's fields. */
export const formNames = { tittle: 'prefix' };

export function registrationOf({ prefix, ...account }: NewAccount): Registration {
  return { tittle: prefix as Registration['tittle'], ...account };
}
