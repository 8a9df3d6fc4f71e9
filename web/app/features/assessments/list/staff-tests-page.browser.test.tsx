import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { type Analysis, testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import type { Call } from '@fairlead/contract/platform/call';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../../testing/clock.ts';
import { courseOf } from '../../../../testing/courses.ts';
import { alertWith, button, main } from '../../../../testing/forms.ts';
import { idOf, testOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

// shows: messages/publish-failure
test('a test that cannot be unpublished or published reports it for 6 seconds, and can be retried', async () => {
  staffAt();
  server.answer(assessments.list, { data: [testOf()] });
  server.answer(assessments.listOfCourse, { data: [] });
  await openStaffPage('All-tests');
  const { passes } = stopClock();
  const failed = page.getByRole('alert').getByText('Failed to update publish status.');
  for (const [name, call, isPublished, said] of [
    ['Unpublish', assessments.unpublish, false, 'Test unpublished successfully.'],
    ['Publish', assessments.publish, true, 'Test published successfully.'],
  ] as const) {
    const publish = main().getByRole('button', { name, exact: true });
    await expect.element(publish).toBeVisible();
    server.fail(call, { status: 500 });
    const release = server.hold(call);
    await publish.click();
    await expect.element(publish).toBeDisabled();
    release();
    await expect.element(failed).toBeVisible();
    await expect.element(publish).toBeEnabled();
    await passes(5.999);
    await expect.element(failed).toBeVisible();
    await passes(0.001);
    expect(failed.elements()).toEqual([]);
    server.answer(call, { message: said, data: testOf({ isPublished }) });
    server.answer(assessments.list, { data: [testOf({ isPublished })] });
    await publish.click();
    await expect.element(page.getByRole('status').getByText(said)).toBeVisible();
    await expect.poll(() => publish.elements()).toEqual([]);
  }
});

test('a test that replaces another is published once that was confirmed', async () => {
  staffAt();
  const [own, rival] = [testOf({ isPublished: false }), testOf({ _id: idOf('30000000', 2), title: 'The old test' })];
  server.answer(assessments.list, { data: [own] });
  server.answer(assessments.listOfCourse, { data: [own, rival] });
  await openStaffPage('All-tests');
  await main().getByRole('button', { name: 'Publish', exact: true }).click();
  const asking = page.getByRole('dialog', { name: 'Publish another test?' });
  await expect.element(asking).toMatchTextContent('The old test is published for HAZMAT now.');
  await expectSound('publish another test');
  expect(server.written()).toEqual([]);
  server.fail(assessments.publish, { status: 500 });
  await asking.getByRole('button', { name: 'Yes, Publish' }).click();
  await expect.element(asking.getByRole('alert')).toMatchTextContent('Failed to update publish status.');
  server.answer(assessments.publish, { message: 'Test published successfully.', data: testOf() });
  await asking.getByRole('button', { name: 'Yes, Publish' }).click();
  await expect.element(page.getByRole('status').getByText('Test published successfully.')).toBeVisible();
});

/** Chooses an action in the menu of the only row. */
async function choose(action: string) {
  await main()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await main().getByRole('menuitem', { name: action }).click();
}

test('a copy or a file that cannot be created reports why for 6 seconds', async () => {
  staffAt();
  server.answer(assessments.list, { data: [testOf()] });
  await openStaffPage('All-tests');
  const { passes } = stopClock();
  for (const [name, call] of [
    ['Duplicate', testAuthoring.duplicate],
    ['Save as GIFT', testAuthoring.writeFile],
    ['Save as CSV', testAuthoring.writeFile],
  ] as const) {
    for (const [fault, words] of [
      [{ status: 500 }, 'Something went wrong'],
      ['no link', 'Network error. Please try again.'],
    ] as const) {
      server.fail(call, fault);
      await choose(name);
      const notice = page.getByRole('alert').getByText(words);
      await expect.element(notice).toBeVisible();
      await passes(5.999);
      await expect.element(notice).toBeVisible();
      await passes(0.001);
      expect(notice.elements()).toEqual([]);
    }
  }
  server.answer(testAuthoring.writeFile, {
    data: { filename: 'flags.gift.txt', content: '', isBase64: false, withoutPicture: 1, leftOut: 2 },
  });
  await choose('Save as GIFT');
  await expect
    .element(
      page
        .getByRole('status')
        .getByText(
          'The picture of 1 question is not in the file. 2 questions are not in the file, which cannot hold them.',
        ),
    )
    .toBeVisible();
});

const nobody: Analysis = {
  title: 'HAZMAT: test',
  courseId: courseOf()._id,
  courseTitle: 'HAZMAT',
  guessed: 0,
  versions: [],
  attempts: 0,
  percentages: [],
  minutes: [],
  questions: [],
};

test.each<{ path: string; call: Call; failure: string; recover: () => void; afterwards: string; gone: string }>([
  {
    path: `All-tests/${idOf('30000000')}`,
    call: testAuthoring.analyse,
    failure: 'Failed to load the analysis.',
    recover: () => server.answer(testAuthoring.analyse, { data: nobody }),
    afterwards: 'Nobody has taken it yet.',
    gone: 'There is no such test.',
  },
  {
    path: `All-tests/${idOf('30000000')}/keys`,
    call: correctedKeys.list,
    failure: 'Failed to load the corrected answer keys.',
    recover: () => server.answer(correctedKeys.list, { data: [] }),
    afterwards: 'No answer key was corrected.',
    gone: 'There is no such test.',
  },
  {
    path: `user-results/${idOf('20000000')}`,
    call: attempts.get,
    failure: 'Failed to load the result.',
    recover: () => server.fail(attempts.get, { status: 404, message: 'There is no such submission.' }),
    afterwards: 'There is no such submission.',
    gone: 'There is no such submission.',
  },
])('$path reports why it shows nothing, reads again on request, but not what was deleted', async (screen) => {
  const { path, call, failure, recover, afterwards, gone } = screen;
  staffAt();
  server.fail(call, { status: 500 });
  await openStaffPage(path);
  await expect.element(alertWith(failure)).toBeVisible();
  await expectSound(`${path}, failed`);
  const release = server.hold(call);
  recover();
  await button('Try again').click();
  await expect.element(button('Try again')).toBeDisabled();
  release();
  await expect.element(main().getByText(afterwards)).toBeVisible();
  expect(main().getByText(failure).elements()).toEqual([]);
  expect(button('Try again').elements()).toEqual([]);
  await expectSound(`${path}, then`);

  server.fail(call, { status: 404, message: gone });
  await openStaffPage(path.replace('000000000001', '000000000009'));
  await expect.element(main().getByText(gone)).toBeVisible();
  expect(button('Try again').elements()).toEqual([]);
});
