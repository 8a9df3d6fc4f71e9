import { overview } from '@fairlead/contract/overview';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { main } from '../../../testing/forms.ts';
import { idOf, moment } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

test('the page of a person shows what does not exist yet', async () => {
  staffAt();
  server.answer(overview.getPerson, {
    data: {
      account: {
        _id: idOf('10000000'),
        firstName: 'Ravi',
        lastName: 'Kumar',
        email: 'ravi@example.org',
        mobile: '9820012345',
        mobileConfirmed: false,
        role: 'learner',
        state: 'approved',
        registeredAt: moment,
        emailVerifiedAt: moment,
        approvedAt: moment,
        approvedBy: 'Academy Administrator',
        disabledAt: null,
        erasesOn: null,
        refusalReason: null,
        secondFactorSince: null,
      },
      profile: null,
      identityCheck: null,
      enrolments: [],
      attempts: [],
      certificates: [],
      history: [],
    },
  });
  await openStaffPage(`people/${idOf('10000000')}`);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ravi Kumar');
  for (const nothing of [
    'No profile has been filled in yet.',
    'No course has been requested yet.',
    'No test has been started yet.',
    'No certificate has been earned yet.',
  ])
    await expect.element(main().getByText(nothing)).toBeVisible();
  await expectSound('person, nothing yet');
});
