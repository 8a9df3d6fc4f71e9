import type { ListedUser, Registration } from '@fairlead/contract/accounts';

/** A registration in the program's own names. */
export type NewAccount = {
  prefix: string;
  firstName: string;
  lastName: string;
  mobile: string;
  email: string;
  password: string;
};

/** What the wire's fields are called in forms. */
export const formNames = { tittle: 'prefix' };

export function registrationOf({ prefix, ...account }: NewAccount): Registration {
  return { tittle: prefix as Registration['tittle'], ...account };
}

/** A registered person as staff see one in a list. */
export type Person = { id: string; name: string; email: string; mobile: string; registeredAt: string };

export const personOf = ({ _id, name, email, mobile, createdAt }: ListedUser): Person => ({
  id: _id,
  name,
  email,
  mobile,
  registeredAt: createdAt,
});
