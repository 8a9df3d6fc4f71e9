import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { batches } from '@fairlead/contract/batches/calls';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { contact } from '@fairlead/contract/contact/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import { logIn } from '../../../features/accounts/testing/owners.ts';
import { documentForm } from '../../../features/wallet/testing/wallet.ts';
import { formOf, picture } from '../../../testing/forms.ts';
import { confirmed, type Desk, finder, id, type Operation } from './desk.ts';

/** What learners, and staff with one learner, end or replace; in an order in which all are possible. */
export function learnerOperations({ program, s, admin, registrar }: Desk): readonly Operation[] {
  const { call, db } = program;
  const idOf = finder(program);
  return [
    {
      of: seafarers.withdrawDocumentRequest,
      run: () => call(seafarers.withdrawDocumentRequest, id(s.asked), registrar),
    },
    { of: ownCertificates.revokeShare, run: () => call(ownCertificates.revokeShare, id(s.share), s.owner) },
    { of: ownCertificates.endCalendar, run: () => call(ownCertificates.endCalendar, s.owner) },
    { of: batches.endCalendar, run: () => call(batches.endCalendar, s.instructor) },
    {
      of: ownAccount.endOwnSession,
      run: async () => {
        await logIn(program, s.owner.email);
        return call(ownAccount.endOwnSession, id(await idOf('session', 'account_id', s.owner.accountId)), s.owner);
      },
    },
    {
      of: accounts.logout,
      run: async () =>
        call(accounts.logout, { body: { refreshToken: (await logIn(program, s.owner.email)).body.refreshToken } }),
    },
    {
      of: passkeys.removePasskey,
      run: async () => {
        const passkey = await idOf('passkey', 'account_id', s.owner.accountId);
        return call(passkeys.removePasskey, { ...id(passkey), body: confirmed }, s.owner);
      },
    },
    {
      of: seafarers.updateProfile,
      run: async () => {
        const files = { signature: { bytes: await picture(), name: 'a.jpg' } };
        return call(seafarers.updateProfile, { form: formOf({}, files) }, s.owner);
      },
    },
    {
      of: wallet.edit,
      run: async () =>
        call(
          wallet.edit,
          {
            ...id(s.wallet),
            query: { version: 1 },
            form: await documentForm({ number: 'X 1', version: '1' }),
          } as never,
          s.owner,
        ),
    },
    {
      of: wallet.refuse,
      run: () =>
        call(
          wallet.refuse,
          { ...id(s.wallet), body: { version: 2, reason: 'other', note: 'Cut off' } } as never,
          registrar,
        ),
    },
    { of: wallet.remove, run: () => call(wallet.remove, id(s.wallet), s.owner) },
    {
      of: staffAccounts.removeNote,
      run: () => call(staffAccounts.removeNote, { params: { id: s.owner.accountId, noteId: s.note } }, admin),
    },
    {
      of: seafarers.correctName,
      run: async () => {
        const ofOwner = db.selectFrom('account').select(['firstName', 'lastName']).where('id', '=', s.owner.accountId);
        const { firstName, lastName } = await ofOwner.executeTakeFirstOrThrow();
        const name = { firstName, lastName: `${lastName} Rao`, note: 'Passport', nameSeen: `${firstName} ${lastName}` };
        return call(seafarers.correctName, { ...id(s.owner.accountId), body: name }, registrar);
      },
    },
    { of: contact.close, run: () => call(contact.close, id(s.message), admin) },
  ];
}
