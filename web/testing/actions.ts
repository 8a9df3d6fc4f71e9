import type { Call } from '@fairlead/contract/platform/call';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectSound } from './sound.ts';
import { server } from './stand-in-server.ts';

/** An action whose button opens a dialog first: the text of the dialog, and the call to the server. */
export type AskingAction = {
  call: Call;
  button: string;
  /** Whether it is in the menu of the only row of a list, and not a button. */
  isInMenu?: boolean;
  dialog: string;
  /** A sentence of the dialog. */
  asks: string;
  confirm: string;
  /** The fields to fill in, by label; a select field by the text of its option. */
  typed?: Record<string, string>;
  /** The message when the call fails without one. */
  failure: string;
  /** The parameters of the call, and its body where it has one. */
  sends: { params?: Record<string, string>; body?: unknown };
};

/** Prepares the successful response and those of the calls that follow; `said` is the message on success. */
type Succeeding = { succeed: () => void; said: string };

const closed = 'The harbour is closed until noon.';

/** Presses the button of the action, in its menu where it is in one. */
async function begin({ button, isInMenu = false }: AskingAction, within: Locator): Promise<void> {
  if (isInMenu) await within.getByRole('button', { name: /^Actions for / }).click();
  await within.getByRole(isInMenu ? 'menuitem' : 'button', { name: button, exact: true }).click();
}

async function expectAsked({ dialog, asks, typed = {} }: AskingAction): Promise<Locator> {
  const asking = page.getByRole('dialog', { name: dialog });
  await expect.element(asking.getByText(asks, { exact: false }).first()).toBeVisible();
  await fillInDialog(asking, typed);
  return asking;
}

async function fillInDialog(asking: Locator, typed: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    const control = asking.getByLabelText(label, { exact: true });
    if (control.element() instanceof HTMLSelectElement) await control.selectOptions(text);
    else await control.fill(text);
  }
}

/**
 * Checks an action with a dialog. Nothing is sent before it is confirmed, nor by 'Cancel', and nothing twice while the
 * call is pending. A failure of the server, with and without a message, and of the link is reported in the dialog,
 * which keeps the text typed and is accessible. On success the dialog is closed, and the message is shown.
 */
export async function expectAskedAndReported(
  action: AskingAction & Succeeding,
  within: Locator = page.getByRole('main'),
) {
  const { call, dialog, confirm, typed = {}, failure, sends, succeed, said } = action;
  const ask = () => begin(action, within);
  await ask();
  const asking = await expectAsked(action);
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  expect(server.sent(call)).toEqual([]);
  await ask();
  await expectAsked(action);

  const goOn = asking.getByRole('button', { name: confirm, exact: true });
  server.fail(call, { status: 500 });
  const release = server.hold(call);
  await goOn.click();
  await expect.element(goOn).toBeDisabled();
  await expect.element(goOn).toHaveAttribute('aria-busy', 'true');
  expect(asking.getByRole('alert').elements()).toEqual([]);
  release();
  await expect.element(asking.getByRole('alert')).toMatchTextContent(failure);
  await expect.element(goOn).toBeEnabled();
  await expectSound(`${dialog}, failed`);
  for (const [fault, words] of [
    [{ status: 409, message: closed }, closed],
    ['no link', 'Network error. Please try again.'],
  ] as const) {
    server.fail(call, fault);
    await goOn.click();
    await expect.element(asking.getByRole('alert').getByText(words)).toBeVisible();
    expect(asking.getByRole('alert').elements()).toHaveLength(1);
    await expect.element(goOn).toBeEnabled();
    for (const [label, text] of Object.entries(typed)) {
      const control = asking.getByLabelText(label, { exact: true }).element();
      const shown = control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text : undefined;
      expect(shown ?? (control as HTMLInputElement).value).toBe(text);
    }
  }
  succeed();
  await goOn.click();
  await expect.element(page.getByRole('status').getByText(said)).toBeVisible();
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  const tries = server.sent(call).map(({ params, body }) => ({ params, ...(body !== undefined && { body }) }));
  expect(tries).toEqual(Array.from({ length: 4 }, () => ({ params: {}, ...sends })));
}

/** Checks a required field: with only this one empty, it shows the message and has the focus, and nothing is sent. */
export async function expectNeeded(action: AskingAction, label: string, sentence: string): Promise<void> {
  const asking = page.getByRole('dialog', { name: action.dialog });
  await begin(action, page.getByRole('main'));
  const control = asking.getByLabelText(label, { exact: true });
  await fillInDialog(asking, { ...action.typed, [label]: '' });
  await asking.getByRole('button', { name: action.confirm, exact: true }).click();
  await expect.element(asking.getByText(sentence)).toBeVisible();
  await expect.element(control).toHaveFocus();
  await expect.element(control).toHaveAttribute('aria-invalid', 'true');
  await expect.element(control).toHaveAccessibleDescription(expect.stringContaining(sentence));
  expect(server.sent(action.call)).toEqual([]);
  await expectSound(`${action.dialog}, ${label} missing`);
  await asking.getByRole('button', { name: 'Cancel' }).click();
}
