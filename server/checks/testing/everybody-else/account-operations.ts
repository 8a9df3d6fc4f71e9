import { emailTemplates } from '@fairlead/contract/academy/email-templates';
import { settings } from '@fairlead/contract/academy/settings';
import { accounts } from '@fairlead/contract/accounts/calls';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { peopleImport } from '@fairlead/contract/people-import/calls';
import { personalData } from '@fairlead/contract/personal-data/calls';
import { addVerified } from '../../../features/accounts/testing/newcomers.ts';
import { codeFor, logIn } from '../../../features/accounts/testing/owners.ts';
import { features } from '../../../program/features.ts';
import { addCourse, addProfile } from '../../../testing/factories.ts';
import { formOf, picture } from '../../../testing/forms.ts';
import { type Desk, finder, id, newPassword, type Operation, why } from './desk.ts';

/** What ends enrolments, accounts, sessions and imports, in such an order; the last ones erase people. */
export function accountOperations({ program, s, admin, crew, registrar }: Desk): readonly Operation[] {
  const { call, db, clock } = program;
  const idOf = finder(program);
  return [
    {
      of: enrolments.undoAccept,
      run: async () => {
        const [learner, { id: courseId }] = [await program.person(), await addCourse(program)];
        await addProfile(program, learner, { passportNumber: 'P7654321', indosNumber: '19GL7654' });
        const { body } = await call(enrolments.request, { body: { courseId } }, learner);
        const seen = { profileSeenAt: clock().toISOString(), stateSeen: 'requested', undoable: 'yes' } as const;
        await call(enrolments.accept, { ...id(body.data._id), query: seen, body: { unresolvedSeen: [] } }, registrar);
        return call(enrolments.undoAccept, id(body.data._id), registrar);
      },
    },
    {
      of: enrolments.reject,
      run: () => call(enrolments.reject, { ...id(s.owing.id), query: {}, body: {} } as never, registrar),
    },
    {
      of: enrolments.rejectMany,
      run: () => call(enrolments.rejectMany, { body: { requests: [{ id: s.paying.id }] } } as never, registrar),
    },
    {
      of: enrolments.withdrawMany,
      run: () =>
        call(enrolments.withdrawMany, { body: { enrolments: [{ id: s.place.enrolment }] } } as never, registrar),
    },
    {
      of: staffAccounts.refuse,
      run: async () => {
        const { email } = await addVerified(program);
        return call(staffAccounts.refuse, { ...id(await idOf('account', 'email', email)), body: why }, registrar);
      },
    },
    {
      of: staffAccounts.disable,
      run: async () => {
        const learner = await idOf('account', 'email', s.place.learner);
        return call(staffAccounts.disable, { ...id(learner), body: { note: 'Left' } }, admin);
      },
    },
    {
      of: staffMembers.removeQualification,
      run: () => call(staffMembers.removeQualification, id(s.qualification), admin),
    },
    {
      of: secondFactor.reset,
      run: async () => {
        await db
          .updateTable('secondFactor')
          .set({ confirmedAt: clock() })
          .where('accountId', '=', s.instructor.accountId)
          .execute();
        return call(secondFactor.reset, id(s.instructor.accountId), admin);
      },
    },
    {
      of: peopleImport.correctRow,
      run: async () => {
        const { _id: imported } = await crew.preview(
          crew.crewOf('Ravi Kumar,corrected@example.org,9820012345,,,,,,,,'),
        );
        const [row] = await crew.rowsOf(imported);
        const body = { rowId: row?._id ?? '', isLeftOut: false, cells: [{ column: 0, text: 'Ravi Menon' }] };
        return call(peopleImport.correctRow, { ...id(imported), body }, crew.registrar);
      },
    },
    {
      of: peopleImport.undo,
      run: async () => {
        const imported = await crew.imported('Ravi Kumar,crew@example.org,9820012345,,,,,,,,');
        return call(peopleImport.undo, id(imported), crew.registrar);
      },
    },
    {
      of: settings.saveBrand,
      changes: ['academy_settings'],
      run: async () => {
        const brand = {
          ...{ name: 'Lighthouse Academy', email: 'desk@lighthouse.example', phone: '+91 484 555 0100' },
          ...{ city: 'Kochi', facebook: '', instagram: '', linkedin: '', recognition: '', noRecognition: 'true' },
        };
        const logo = { logo: { bytes: await picture('png', 1000), name: 'logo.png' } };
        return call(settings.saveBrand, { form: formOf(brand, logo) }, admin);
      },
    },
    {
      of: settings.removeMailServer,
      changes: ['academy_settings'],
      run: async () => {
        const mine = { host: 'mail.example.org', port: 587, encryption: 'tls', user: 'desk', password: 'x' } as const;
        await call(settings.saveMailServer, { body: mine }, admin);
        return call(settings.removeMailServer, admin);
      },
    },
    {
      of: accounts.resetPassword,
      run: async () => {
        const { email } = s.owner;
        await call(accounts.forgotPassword, { body: { email } });
        const body = { email, otp: await codeFor(program, email), newPassword };
        return call(accounts.resetPassword, { body });
      },
    },
    {
      of: emailTemplates.reset,
      run: async () => {
        const [template] = features.flatMap(({ emailTemplates: templates = [] }) => templates);
        const words = {
          key: template?.key ?? '',
          subject: 'x',
          body: 'x',
          changedAt: clock(),
          changedBy: admin.accountId,
        };
        await db.insertInto('emailTemplateText').values(words).execute();
        return call(emailTemplates.reset, { params: { key: words.key } }, admin);
      },
    },
    { of: accounts.logoutEverywhere, run: () => call(accounts.logoutEverywhere, s.registrar) },
    {
      of: personalData.eraseOwn,
      run: async () => {
        await logIn(program, s.owner.email, newPassword);
        const sessionId = await idOf('session', 'account_id', s.owner.accountId);
        const body = { currentPassword: newPassword, understood: true } as const;
        return call(personalData.eraseOwn, { body }, { ...s.owner, sessionId });
      },
    },
    {
      of: personalData.erase,
      run: async () => {
        const learner = await idOf('account', 'email', s.place.learner);
        return call(personalData.erase, { ...id(learner), body: why }, admin);
      },
    },
  ];
}
