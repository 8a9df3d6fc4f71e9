import type { Call } from '@fairlead/contract/call';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { server } from './stand-in-server.ts';

/** A form with what somebody fills in, by label. */
export type FilledForm = { call: Call; button: string; typed: Record<string, string> };

/** What a form says when the server fails without a word, and when no answer comes. */
export type FormWords = { failure: string; noLink?: string };

export const main = () => page.getByRole('main');
export const field = (label: string): Locator => main().getByLabelText(label);
export const button = (name: string): Locator => main().getByRole('button', { name });

/** A sentence of what went wrong, as a screen reader says it at once. */
export const told = (sentence: string | RegExp): Locator => main().getByRole('alert').getByText(sentence);

/** So many of them are there, as soon as the page has drawn what it has heard of. */
export const expectCount = (what: Locator, count: number) => expect.poll(() => what.elements().length).toBe(count);

/** There is none of them. */
export const expectNone = (what: Locator) => expectCount(what, 0);

/** Types into fields, and chooses where there is a choice. */
export async function fillIn(typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    const control = field(label);
    await expect.element(control).toBeEnabled();
    if (control.element() instanceof HTMLSelectElement) await control.selectOptions(text);
    else await control.fill(text);
  }
}

/** Nothing of what was typed is lost. */
export async function expectKept(typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await expect.element(field(label)).toHaveValue(text);
}

/**
 * Sends a form to a server that fails, to one that says why, and on a link that is gone. While it is under way it
 * cannot be sent again; each failure is told alone and in its words, and what was typed is there and can be sent again.
 */
export async function expectFailuresTold({ call, button: name, typed, failure, noLink }: FilledForm & FormWords) {
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
    await expect.element(told(words)).toBeVisible();
    await expectCount(main().getByRole('alert'), 1);
    await expect.element(main().getByRole('alert')).toHaveFocus();
    await expect.element(send).toBeEnabled();
    await expect.element(send).not.toHaveAttribute('aria-busy');
    await expectKept(typed);
  }
  const [first, ...others] = server.sent(call);
  expect(others).toEqual([first, first]);
}

/** A field says what is wrong with it: marked, and with the sentence as its description. */
export async function expectWrong(label: string, sentence: string): Promise<void> {
  await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => descriptionsOf(field(label))).toContain(sentence);
  await expect.element(main().getByText(sentence).first()).toBeVisible();
}

/** The texts that describe a control, each as it stands on the page. */
function descriptionsOf(control: Locator): string[] {
  const ids = control.element().getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '');
}
