import { type ChangeEvent, useState } from 'react';
import { messageOf } from '../../lib/calls/api-client.ts';
import { shrinkPicture, UnreadablePicture } from '../../lib/device/shrink-picture.ts';
import { SmallFileInput } from '../../ui/forms/file-input.tsx';
import { readPassport } from './api.ts';

type State = { is: 'idle' | 'reading' | 'filled' | 'unread' } | { is: 'failed'; because: string };

const words = {
  idle: 'Show the whole page with your photo and the two lines below it, in good light. We read the picture and do not keep it.',
  reading: 'Reading your passport…',
  filled: 'Passport number, passport expiry and date of birth are filled in. Please compare them with your passport.',
  unread: 'We could not read this picture. Take another one in good light, with both lines at its foot, or type below.',
};

/** Fills number and dates of the surrounding form from a photograph of a passport, which is not a part of the form. */
export function PassportPhotograph() {
  const [state, setState] = useState<State>({ is: 'idle' });

  async function read({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const [picture] = input.files ?? [];
    const { form } = input;
    if (!picture || !form || state.is === 'reading') return;
    setState({ is: 'reading' });
    try {
      const facts = await readPassport(await shrinkPicture(picture));
      for (const [name, value] of Object.entries(facts ?? {})) enter(form, name, value);
      setState({ is: facts ? 'filled' : 'unread' });
    } catch (error) {
      const because =
        error instanceof UnreadablePicture ? error.message : messageOf(error, 'Failed to read the picture.');
      setState({ is: 'failed', because });
    } finally {
      // the same picture can be chosen again
      input.value = '';
    }
  }

  return (
    <div className="rounded-md bg-sunken p-4 sm:col-span-2">
      <SmallFileInput
        label="Fill in from a photograph of your passport"
        accept="image/*"
        error={state.is === 'failed' ? state.because : undefined}
        onChange={(event) => void read(event)}
      >
        Fill in from a photograph of your passport
      </SmallFileInput>
      <p role="status" className="mt-1 text-sm text-soft">
        {state.is !== 'failed' && words[state.is]}
      </p>
    </div>
  );
}

/** Enters a text into a field as a person would, so that the field checks it and the draft keeps it. */
function enter(form: HTMLFormElement, name: string, text: string): void {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) return;
  // React would not notice a text that is set by the property that it has put over this one
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  for (const type of ['input', 'change', 'focusout']) input.dispatchEvent(new Event(type, { bubbles: true }));
}
