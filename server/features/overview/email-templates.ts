import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

export const digestEmail = defineEmailTemplate({
  key: 'daily-digest',
  when: 'Once a day, from the hour that is set, to staff who have pending tasks, or courses whose approval ends.',
  subject: 'Pending tasks at {academy}',
  text: `Dear {name},

These tasks are pending:

{waiting}`,
  samples: {
    name: 'Asha Nair',
    waiting:
      '3 enrollment requests, since 2026-11-18\n1 registration, since 2026-11-20\n1 course whose approval ends within 90 days, or has ended',
  },
  button: 'Open the staff area',
});

export const nightFailedEmail = defineEmailTemplate({
  key: 'night-failed',
  when: 'The work of the night found something wrong beside the backup. Sent to administrators, once a week for the same faults.',
  subject: 'The check of {academy} found something wrong',
  text: `Dear {name},

The work of the night that ended at {day} UTC found something wrong:

{faults}

Please ask the operator of the server to run the doctor (npm run doctor), which says what to do.`,
  samples: {
    name: 'Asha Nair',
    day: '2026-11-20 02:31',
    faults: 'Doctor: files: 2.1 GB are free, and films need more.',
  },
});

export const backupFailedEmail = defineEmailTemplate({
  key: 'backup-failed',
  when: 'A backup failed, or stored files were missing or damaged. Sent to administrators.',
  subject: 'The backup of {academy} is not complete',
  text: `Dear {name},

The backup of {day} UTC is not complete. {result}

{reason}

Please ask the operator of the server to run the doctor (npm run doctor), which says what to do.`,
  samples: {
    name: 'Asha Nair',
    day: '2026-11-20 02:31',
    result: 'It is kept at /var/backups/fairlead/2026-11-20-0231, and lacks files.',
    reason: '3 stored files are missing',
  },
});
