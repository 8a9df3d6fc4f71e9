import { type QualificationInput, type StaffInvitation, staffMembers } from '@fairlead/contract/accounts/staff-members';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

export const staffQuery = queryOptions({
  // below 'people', so that disabling one of them invalidates this list too
  queryKey: ['people', 'staff'],
  queryFn: async () => fromWire(idNames, (await call(staffMembers.list)).data),
});
export type StaffMember = Awaited<ReturnType<NonNullable<typeof staffQuery.queryFn>>>[number];

/** Reloads the list after somebody was invited, or has another role. */
export const refetchStaff = () => queryClient.invalidateQueries({ queryKey: staffQuery.queryKey });

/** Notes what qualifies a colleague to teach or assess. */
export const addQualification = async (id: string, qualification: QualificationInput) =>
  (await call(staffMembers.addQualification, { params: { id }, body: qualification })).message;

export const removeQualification = async (id: string) =>
  (await call(staffMembers.removeQualification, { params: { id } })).message;

export const inviteStaff = async (invitation: StaffInvitation) =>
  (await call(staffMembers.invite, { body: invitation })).message;

export const changeRole = async (id: string, role: StaffInvitation['role']) =>
  (await call(staffMembers.changeRole, { params: { id }, body: { role } })).message;
