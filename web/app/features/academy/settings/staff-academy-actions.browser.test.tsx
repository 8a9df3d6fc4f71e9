import { emailTemplates } from '@fairlead/contract/academy/email-templates';
import { outbox } from '@fairlead/contract/academy/outbox';
import { settings } from '@fairlead/contract/academy/settings';
import { test } from 'vitest';
import { emailTemplateOf, idOf, moment, settingsOf } from '../../../../testing/records.ts';
import { expectStaffAction, type StaffAction } from '../../../../testing/staff-actions.ts';
import { server } from '../../../../testing/stand-in-server.ts';

// Actions of administrators on email templates and failed jobs, behind a button that asks for confirmation.

const job = {
  _id: idOf('12000000'),
  kind: 'mail',
  to: 'office@academy.example',
  subject: 'A message from Ravi Menon',
  reason: 'connect ECONNREFUSED 127.0.0.1:9',
  tries: 12,
  gaveUpAt: moment,
};

const actions: StaffAction[] = [
  {
    name: 'a letter is reset',
    path: 'letters',
    given: () => server.answer(emailTemplates.list, { data: [emailTemplateOf(moment)] }),
    before: ['Edit email'],
    call: emailTemplates.reset,
    button: 'Reset to default',
    dialog: 'Reset Email Template',
    asks: 'The email gets its default text again.',
    confirm: 'Yes, Reset',
    failure: 'Failed to reset the email template.',
    sends: { params: { key: 'approved' } },
    succeed: () => {
      server.answer(emailTemplates.reset, {
        message: 'Email template reset.',
        data: emailTemplateOf(null),
      });
      server.answer(emailTemplates.list, { data: [emailTemplateOf(null)] });
    },
    said: 'Email template reset.',
  },
  ...(
    [
      [outbox.retry, 'Try again', 'Yes, Try Again', 'Try Again', 'Try this again now', { id: job._id }],
      [outbox.retryAll, 'Try all again', 'Yes, Try All', 'Try All Again', 'Everything that failed', {}],
    ] as const
  ).map(
    ([call, button, confirm, dialog, asks, params]): StaffAction => ({
      name: `a job that was given up: ${button}`,
      path: 'mails-and-jobs',
      given: () => {
        server.answer(settings.get, { data: settingsOf() });
        server.answer(outbox.listFailed, { data: [job] });
      },
      call,
      button,
      dialog,
      asks,
      confirm,
      failure: 'Failed to try again.',
      sends: { params },
      succeed: () => {
        server.answer(call, { message: 'It is tried again.' });
        server.answer(outbox.listFailed, { data: [] });
      },
      said: 'It is tried again.',
    }),
  ),
];

test.each(actions)('$name: asks for confirmation, reports a failure, and happens once', expectStaffAction);
