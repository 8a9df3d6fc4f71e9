import type { Call } from '@fairlead/contract/platform/call';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { server } from './stand-in-server.ts';

/** A form: its call, its button, and the fields to fill in, by label. */
export type FilledForm = { call: Call; button: string; typed: Record<string, string> };

/** The messages of a form when the server fails without one, and when there is no response. */
export type FormWords = { failure: string; noLink?: string };

export const main = () => page.getByRole('main');
export const field = (label: string): Locator => main().getByLabelText(label);
export const button = (name: string): Locator => main().getByRole('button', { name });

/** An error message, which a screen reader announces at once. */
export const alertWith = (sentence: string | RegExp): Locator => main().getByRole('alert').getByText(sentence);

/** Waits until there are this many of them. */
export const expectCount = (what: Locator, count: number) => expect.poll(() => what.elements().length).toBe(count);

/** Waits until there is none of them. */
export const expectNone = (what: Locator) => expectCount(what, 0);

/** Types into fields, and chooses the options of select fields. */
export async function fillIn(typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    const control = field(label);
    await expect.element(control).toBeEnabled();
    if (control.element() instanceof HTMLSelectElement) await control.selectOptions(text);
    else await control.fill(text);
  }
}

/** Checks that fields have kept the text typed. */
export async function expectKept(typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await expect.element(field(label)).toHaveValue(text);
}

/**
 * Sends a form to a server that fails without a message, with one, and over a dead link. While a call is pending the
 * form cannot be sent again; each failure replaces the message before, and the form keeps the text typed and can be
 * sent again.
 */
export async function expectFailuresShown({ call, button: name, typed, failure, noLink }: FilledForm & FormWords) {
  const send = button(name);
  await fillIn(typed);
  server.fail(call, { status: 500 });
  const release = server.hold(call);
  await send.click();
  await expect.element(send).toBeDisabled();
  await expect.element(send).toHaveAttribute('aria-busy', 'true');
  expect(send.element().closest('form')?.getAttribute('aria-busy')).toBe('true');
  await expectNone(main().getByRole('alert'));
  release();
  const answers = [
    { fault: undefined, words: failure },
    {
      fault: { status: 503, message: 'The harbour is closed until noon.' },
      words: 'The harbour is closed until noon.',
    },
    { fault: 'no link' as const, words: noLink ?? 'Network error. Please try again.' },
  ];
  for (const { fault, words } of answers) {
    if (fault) {
      server.fail(call, fault);
      await send.click();
    }
    await expect.element(alertWith(words)).toBeVisible();
    await expectCount(main().getByRole('alert'), 1);
    await expect.element(main().getByRole('alert')).toHaveFocus();
    await expect.element(send).toBeEnabled();
    await expect.element(send).not.toHaveAttribute('aria-busy');
    await expectKept(typed);
  }
  const [first, ...others] = server.sent(call);
  expect(others).toEqual([first, first]);
}

/** Checks that a field is marked as invalid, and described by the message. */
export async function expectWrong(label: string, sentence: string): Promise<void> {
  await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => descriptionsOf(field(label))).toContain(sentence);
  await expect.element(main().getByText(sentence).first()).toBeVisible();
}

/** The texts of the elements that describe a control. */
function descriptionsOf(control: Locator): string[] {
  const ids = control.element().getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '');
}
