import { training } from '@fairlead/contract/training/calls';
import type { FilmCheck } from '@fairlead/contract/training/presence-checks';
import { QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { filmOf, trainingOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { trainingSetOf } from '../wire.ts';
import { ChecksForm } from './staff-film-checks.tsx';

const question = { text: 'Which signal was that?', options: ['A bell', 'Seven short, one long'], answer: 1 };
const stored: FilmCheck[] = [
  { at: 270, every: null, question },
  { at: null, every: 600, question: null },
];

test('staff read and write the presence checks of a film, and are told what is wrong with one', async () => {
  staffAt();
  const [film] = trainingSetOf(trainingOf([filmOf(1)])).films;
  if (!film) throw new Error('no film');
  server.fail(training.listChecks, { status: 403, message: 'You may not see this film.' });
  document.title = 'Videos';
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  onTestFinished(() => root.unmount());
  const done: string[] = [];
  const show = () =>
    flushSync(() =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <h1>Films</h1>
          <Dialog open onClose={() => {}} title="Presence Checks">
            <ChecksForm film={film} onDone={() => done.push('done')} />
          </Dialog>
        </QueryClientProvider>,
      ),
    );
  show();
  await expect.element(page.getByText('You may not see this film.')).toBeVisible();
  server.answer(training.listChecks, { data: stored });
  await queryClient.resetQueries({ queryKey: ['training'] });
  await expect.element(page.getByLabelText('Time of check 1')).toHaveValue('4:30');
  await expect
    .element(page.getByLabelText('Options of check 1', { exact: true }))
    .toHaveValue('A bell\nSeven short, one long');
  await expect.element(page.getByLabelText('Correct option of check 1')).toHaveValue('2');
  await expect.element(page.getByLabelText('Minutes of check 2')).toHaveValue('10');
  await page.getByRole('button', { name: 'Add Check' }).click();
  await page.getByLabelText('Time of check 3').fill('later');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Please write the time as 4:30')).toBeVisible();
  await expectSound('presence checks of a film');
  await page.getByLabelText('Time of check 3').fill('59:59');
  server.fail(training.saveChecks, { status: 400, message: 'The video ends before this time.' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('The video ends before this time.')).toBeVisible();
  await page.getByLabelText('Time of check 3').fill('0:05');
  const all = [...stored, { at: 5, every: null, question: null }];
  server.answer(training.saveChecks, { message: 'Presence checks saved.', data: all });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => done).toEqual(['done']);
  expect(server.sent(training.saveChecks).at(-1)?.body.checks).toEqual(all);
});
