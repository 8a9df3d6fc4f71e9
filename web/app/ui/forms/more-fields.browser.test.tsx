import { expect, test } from 'vitest';
import { button, expectKept, expectWrong, field, main } from '../../../testing/forms.ts';
import { showPart } from '../../../testing/show-part.tsx';
import { expectSound } from '../../../testing/sound.ts';
import { textOf } from '../../lib/calls/field-errors.ts';
import { Form, SubmitButton } from './form.tsx';
import { MoreFields } from './more-fields.tsx';
import { TextField } from './text-fields.tsx';

const fold = () => main().getByRole('group').element() as HTMLDetailsElement;
const sent: string[][] = [];

function show(open: boolean) {
  sent.length = 0;
  showPart(
    'Course',
    <Form
      onSubmit={async (form) => void sent.push([textOf(form, 'title'), textOf(form, 'duration')])}
      check={(form) => ({
        ...(!textOf(form, 'title') && { title: 'Title is required' }),
        ...(textOf(form, 'duration') === 'long' && { duration: 'Enter days' }),
      })}
      failure="Failed to save."
    >
      <TextField label="Title" name="title" />
      <MoreFields summary="More" open={open}>
        <TextField label="Duration" name="duration" defaultValue="2 days" />
      </MoreFields>
      <SubmitButton>Save</SubmitButton>
    </Form>,
  );
}

test('rare fields are folded away, are sent all the same, and stay folded while others are refused', async () => {
  show(false);
  await expect.element(field('Title')).toBeVisible();
  await expect.element(field('Duration')).not.toBeVisible();
  await button('Save').click();
  await expectWrong('Title', 'Title is required');
  expect(fold().open).toBe(false);
  await expectSound('more fields, folded');
  await field('Title').fill('Bridge Watch');
  await button('Save').click();
  await expect.poll(() => sent).toEqual([['Bridge Watch', '2 days']]);
});

test('they unfold when one of them is refused, and the focus is on it; what was typed stays', async () => {
  show(false);
  await field('Title').fill('Bridge Watch');
  await main().getByText('More').click();
  await field('Duration').fill('long');
  await main().getByText('More').click();
  await expect.element(field('Duration')).not.toBeVisible();
  await button('Save').click();
  await expectWrong('Duration', 'Enter days');
  await expect.element(field('Duration')).toHaveFocus();
  await expectKept({ Title: 'Bridge Watch', Duration: 'long' });
  await expectSound('more fields, refused');
  expect(sent).toEqual([]);
});

test('they are unfolded from the start where something stands in them', async () => {
  show(true);
  await expect.element(field('Duration')).toBeVisible();
});
