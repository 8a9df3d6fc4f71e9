import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNone } from '../../../testing/forms.ts';
import { showPart } from '../../../testing/show-part.tsx';
import { expectSound } from '../../../testing/sound.ts';
import type { TimeStamp } from './pdf/time-stamp.ts';
import { TimeStamps } from './time-stamps.tsx';

const signedAt = new Date('2026-09-05T09:00:00Z');
const authority = { name: 'Example Time Stamping Unit 3', fingerprint: Array(32).fill('A7').join(':') };
const stamped = (at: string): TimeStamp => ({ verdict: 'stamped', authority, at: new Date(at) });

const show = (checked: TimeStamp[], hasMore: boolean) =>
  showPart('Time stamps', <TimeStamps checked={checked} hasMore={hasMore} signedAt={signedAt} />);

// shows: threats/false-time-stamp
test('each time stamp of a PDF names its authority, which is not judged, or what is wrong with it', async () => {
  const flawed = (['future', 'foreign', 'forged', 'unreadable'] as const).map((verdict) => ({ verdict }));
  show([stamped('2026-09-05T09:00:02Z'), stamped('2026-09-05T08:50:00Z'), ...flawed], true);
  const says = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();
  await says(/^Time-stamped by Example Time Stamping Unit 3 on 5 Sept? 2026, .* who runs this time-stamp authority\.$/);
  await says(authority.fingerprint);
  const flaws = [
    'shows a time before the file was signed',
    'shows a time in the future, or the clock of this device is wrong',
    'belongs to other content',
    'is forged, or was changed',
    'cannot be checked here',
  ];
  const advice = 'Do not rely on this time stamp. It does not change the answer above.';
  for (const flaw of flaws) await says(`A time stamp in this file ${flaw}. ${advice}`);
  await says('This file has more time stamps. This page did not check them. They do not change the answer above.');
  await expectSound('PDF, time stamps');
});

test('a file whose time stamps were all checked is not said to have more', async () => {
  show([stamped('2026-09-05T09:00:02Z')], false);
  await expect.element(page.getByText(/^Time-stamped by/)).toBeVisible();
  await expectNone(page.getByText(/more time stamps/));
});
