import type { ListedUser } from '@fairlead/contract/accounts/calls';

/** A registered person as shown to staff in a list. */
export type Person = {
  id: string;
  name: string;
  email: string;
  mobile: string;
  registeredAt: string;
  state: ListedUser['state'];
  invitation: ListedUser['invitation'];
};

export const personOf = ({ _id, name, email, mobile, createdAt, state, invitation }: ListedUser): Person => ({
  id: _id,
  name,
  email,
  mobile,
  registeredAt: createdAt,
  state,
  invitation,
});
