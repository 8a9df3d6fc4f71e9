import { accounts } from '@fairlead/contract/accounts/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import { expect, test } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { button, expectNone, expectWrong, field, main } from '../../../testing/forms.ts';
import { listedUserOf } from '../../../testing/imports.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { showPart } from '../../../testing/show-part.tsx';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { documentOf, kindOf } from '../../../testing/wallet.ts';
import { Form, SubmitButton } from './form.tsx';
import { TextField } from './text-fields.tsx';

const noDate = 'This date is not complete, or does not exist.';

/** Types into the first part of a field, where the Tab key leads. The browser of the tests has the month first. */
async function type(control: Locator, keys: string): Promise<void> {
  await expect.element(control).toBeEnabled();
  (control.element() as HTMLElement).focus();
  await userEvent.keyboard(keys);
}

const leave = (control: Locator) => (control.element() as HTMLElement).blur();

async function openDocumentForm(validity: 'stated-or-unlimited' | 'months'): Promise<void> {
  const kinds = [kindOf({ country: 'none', validity })];
  learnerAt();
  server.answer(wallet.own, { data: { documents: [], kinds } });
  await openPage('/documents');
  await button('Add document').click();
  await button('Medical certificate Medical').click();
  await field('Number').fill('M-4711');
  await field('Issued by').fill('Dr. Rao');
  await field('Picture or PDF').upload(new File(['%PDF-1.7'], 'medical.pdf', { type: 'application/pdf' }));
  server.answer(wallet.add, { message: 'Document added.', data: { documents: [documentOf()], kinds } });
}

test('half a date is an error in a field that may be empty, and nothing is sent', async () => {
  await openDocumentForm('stated-or-unlimited');
  await field('Day of issue').fill('2026-01-31');
  await type(field('Valid until'), '1012{Enter}'); // without its year
  await expectWrong('Valid until', noDate);
  await expect.element(field('Valid until')).toHaveFocus();
  await expectSound('half a date');
  await button('Save document').click();
  await expectWrong('Valid until', noDate);
  expect(server.written()).toEqual([]);
  leave(field('Valid until'));
  await type(field('Valid until'), '12102031');
  await expectNone(main().getByText(noDate));
  await button('Save document').click();
  await expect.poll(() => server.sent(wallet.add)[0]?.form).toMatchObject({ expiresOn: '2031-12-10' });
});

test('a day that does not exist is an error, and its field can be emptied by keys', async () => {
  await openDocumentForm('stated-or-unlimited');
  await field('Day of issue').fill('2026-01-31');
  await type(field('Valid until'), '02312031');
  await expectNone(main().getByText(noDate)); // not while it is typed
  leave(field('Valid until'));
  await expectWrong('Valid until', noDate);
  await type(field('Valid until'), '{Backspace}{ArrowRight}{Backspace}{ArrowRight}{Backspace}');
  await expectNone(main().getByText(noDate));
  await button('Save document').click();
  await expect.poll(() => server.sent(wallet.add)[0]?.form).toMatchObject({ expiresOn: '' });
});

test('eight digits are the day, also where they do not go from part to part, and over another day', async () => {
  await openDocumentForm('stated-or-unlimited');
  // `components.css` hides what WebKit shows in an empty field
  await expect.element(field('Valid until')).toHaveAttribute('data-empty');
  await type(field('Valid until'), '{ArrowRight}{ArrowRight}12122031'); // all of them into the year
  await expect.element(field('Valid until')).toHaveValue('2031-12-12');
  await expect.element(field('Valid until')).not.toHaveAttribute('data-empty');
  leave(field('Valid until'));
  await type(field('Valid until'), '{ArrowRight}{ArrowRight}11112032');
  await expect.element(field('Valid until')).toHaveValue('2032-11-11');
  leave(field('Valid until'));
  // part by part, as the engine reads it; what was typed before a touch belongs to another part
  await type(field('Valid until'), '1009');
  (field('Valid until').element() as HTMLElement).dispatchEvent(new PointerEvent('pointerdown'));
  await userEvent.keyboard('2033');
  await expect.element(field('Valid until')).toHaveValue('2033-10-09');
  leave(field('Valid until'));
  await type(field('Valid until'), '{ArrowRight}{ArrowRight}31022033{Tab}');
  await button('Save document').click();
  await expectWrong('Valid until', noDate);
  expect(server.written()).toEqual([]);
  leave(field('Valid until'));
  await type(field('Valid until'), '10092033');
  await button('Save document').click();
  await expectNone(main().getByText(noDate));
});

test('half a date in a required field is not called missing, nor replaced by the date that is proposed', async () => {
  await openDocumentForm('months');
  await type(field('Valid until'), '1012');
  await field('Day of issue').fill('2026-01-31');
  await expectWrong('Valid until', noDate);
  await type(field('Day of issue'), '{Backspace}{Enter}');
  await expectWrong('Day of issue', noDate);
  await expectNone(main().getByText(/is required/));
  expect(server.written()).toEqual([]);
});

test('the last day that is proposed follows the day of issue, until somebody changes it', async () => {
  await openDocumentForm('months');
  await field('Day of issue').fill('2025-02-01');
  const first = (field('Valid until').element() as HTMLInputElement).value;
  await field('Day of issue').fill('2026-01-31');
  const second = (field('Valid until').element() as HTMLInputElement).value;
  expect([first.slice(4), second.slice(4), first !== second]).toEqual(['-02-01', '-01-31', true]);
  await field('Valid until').fill('2026-12-31');
  await field('Day of issue').fill('2026-01-01');
  await expect.element(field('Valid until')).toHaveValue('2026-12-31');
});

test('half a date in a filter is an error there, and leaves the list as it is', async () => {
  staffAt();
  server.answer(accounts.listUnapproved, [listedUserOf(1, { name: 'Person 1' })]);
  await openStaffPage('unapproved-users?from=2026-01-05');
  await button('Filters').click();
  const reads = server.sent(accounts.listUnapproved).length;
  await type(field('Registered from'), '{Backspace}{Enter}');
  await expectWrong('Registered from', noDate);
  await expect.element(button('Remove filter Registered from 5 Jan 2026')).toBeVisible();
  expect(server.sent(accounts.listUnapproved).length).toBe(reads);
  await expectSound('unapproved, half a date in a filter');
  await type(field('Registered from'), '10{Enter}');
  await expect.element(button('Remove filter Registered from 5 Oct 2026')).toBeVisible();
  await expectNone(main().getByText(noDate));
});

test('a number and a time that the browser cannot read are errors', async () => {
  const sent: FormData[] = [];
  showPart(
    'Readings',
    <Form onSubmit={async (form) => void sent.push(form)} failure="Failed.">
      <TextField label="Tonnes" name="tonnes" type="number" />
      <TextField label="Starts" name="startsAt" type="time" />
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
  await type(field('Tonnes'), '1e');
  await type(field('Starts'), '09');
  await button('Save').click();
  await expectWrong('Tonnes', 'This is not a number.');
  await expectWrong('Starts', 'This time is not complete.');
  expect(sent).toEqual([]);
});
