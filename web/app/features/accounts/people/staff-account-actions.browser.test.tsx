import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { test } from 'vitest';
import { idOf, moment } from '../../../../testing/records.ts';
import { expectStaffAction, type StaffAction } from '../../../../testing/staff-actions.ts';
import { server } from '../../../../testing/stand-in-server.ts';

// Actions of administrators on accounts, behind a button that asks for confirmation.

const reason = 'The lights went out.';
const member = {
  _id: idOf('11000000'),
  name: 'Leela Das',
  email: 'leela@example.org',
  role: 'registrar' as const,
  disabled: false,
  hasSecondFactor: false,
  secondFactorDue: null,
  lastSeenAt: moment,
  qualifications: [],
};

function colleague() {
  server.answer(singleSignOn.getProvider, { name: null });
  server.answer(staffMembers.list, { data: [member] });
}

const actions: StaffAction[] = [
  {
    name: 'a colleague is invited',
    path: 'staff',
    given: () => {
      server.answer(singleSignOn.getProvider, { name: null });
      server.answer(staffMembers.list, { data: [] });
    },
    call: staffMembers.invite,
    button: 'Invite',
    dialog: 'Invite a Colleague',
    asks: 'They get an email with a link to choose a password.',
    confirm: 'Send Invitation',
    typed: {
      Prefix: 'Mrs',
      'First name': 'Leela',
      'Last name': 'Das',
      Email: 'leela@example.org',
      Role: 'Registrar',
    },
    needs: { 'First name': 'First name is required' },
    failure: 'Failed to send the invitation.',
    sends: {
      body: { tittle: 'Mrs', firstName: 'Leela', lastName: 'Das', email: 'leela@example.org', role: 'registrar' },
    },
    succeed: () => {
      server.answer(staffMembers.invite, { message: 'Invitation sent.' });
      server.answer(staffMembers.list, { data: [member] });
    },
    said: 'Invitation sent.',
  },
  {
    name: 'a colleague gets another role',
    path: 'staff',
    given: colleague,
    call: staffMembers.changeRole,
    button: 'Change role',
    dialog: 'Change Role',
    asks: 'is logged out at once, notified by email',
    confirm: 'Yes, Change',
    typed: { Role: 'Instructor' },
    failure: 'Failed to change the role.',
    sends: { params: { id: member._id }, body: { role: 'instructor' } },
    succeed: () => {
      server.answer(staffMembers.changeRole, { message: 'Role changed.' });
      server.answer(staffMembers.list, { data: [{ ...member, role: 'instructor' }] });
    },
    said: 'Role changed.',
  },
  {
    name: 'a qualification of a colleague is added',
    path: 'staff',
    given: colleague,
    call: staffMembers.addQualification,
    button: 'Add qualification',
    dialog: 'Add Qualification',
    asks: 'to teach or assess. Inspection packs show it.',
    confirm: 'Add',
    typed: { Qualification: 'Master', 'Issued by': 'DGS', 'Valid until': '2028-01-31' },
    needs: { 'Issued by': 'Issued by is required' },
    failure: 'Failed to add the qualification.',
    sends: {
      params: { id: member._id },
      body: { title: 'Master', issuer: 'DGS', number: '', validUntil: '2028-01-31' },
    },
    succeed: () => {
      const added = { _id: idOf('11100000'), title: 'Master', issuer: 'DGS', number: '', validUntil: '2028-01-31' };
      server.answer(staffMembers.addQualification, { message: 'Qualification added.' });
      server.answer(staffMembers.list, { data: [{ ...member, qualifications: [{ ...added, isOver: false }] }] });
    },
    said: 'Qualification added.',
  },
  {
    name: 'an account is disabled',
    path: 'staff',
    given: colleague,
    call: staffAccounts.disable,
    button: 'Disable account',
    isInMenu: true,
    dialog: 'Disable Account',
    asks: 'They are logged out everywhere at once and cannot log in.',
    confirm: 'Yes, Disable',
    typed: { Reason: reason },
    needs: { Reason: 'Reason is required' },
    failure: 'Failed to disable the account.',
    sends: { params: { id: member._id }, body: { note: reason } },
    succeed: () => {
      server.answer(staffAccounts.disable, { message: 'Account disabled.' });
      server.answer(staffMembers.list, { data: [{ ...member, disabled: true }] });
    },
    said: 'Account disabled.',
  },
];

test.each(actions)('$name: asks for confirmation, reports a failure, and happens once', expectStaffAction);
