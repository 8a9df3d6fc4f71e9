import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { brand } from '../../../testing/open-page.tsx';
import { expectSound } from '../../../testing/sound.ts';
import type { TimeStamp } from './pdf/time-stamp.ts';
import { TimeStamps } from './time-stamps.tsx';

const signedAt = new Date('2026-09-05T09:00:00Z');
const authority = { name: 'Example Time Stamping Unit 3', fingerprint: Array(32).fill('A7').join(':') };
const stamped = (at: string): TimeStamp => ({ verdict: 'stamped', authority, at: new Date(at) });

function show(all: TimeStamp[]) {
  const element = (
    <main className="p-4 text-sm text-soft">
      <h1>Time stamps</h1>
      <TimeStamps all={all} signedAt={signedAt} />
    </main>
  );
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  document.title = 'Time stamps';
  root.render(
    <RouterProvider router={createMemoryRouter([{ id: 'root', path: '/', loader: () => brand, element }])} />,
  );
}

// shows: threats/false-time-stamp
test('each time stamp of a PDF names its authority, which is not judged, or what is wrong with it', async () => {
  show([
    stamped('2026-09-05T09:00:02Z'),
    stamped('2026-09-05T08:50:00Z'),
    { verdict: 'future' },
    { verdict: 'foreign' },
    { verdict: 'forged' },
    { verdict: 'unreadable' },
  ]);
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
  await expectSound('PDF, time stamps');
});
