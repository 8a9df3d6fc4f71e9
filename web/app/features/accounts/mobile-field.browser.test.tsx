import { accounts } from '@fairlead/contract/accounts/calls';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { button, expectWrong, field } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const mobile = () => field('Mobile');
const input = () => mobile().element() as HTMLInputElement;

/** As a browser fills in what it has stored: the whole value at once, without a key. */
function autofill(value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), value);
  input().dispatchEvent(new Event('input', { bubbles: true }));
  input().dispatchEvent(new Event('change', { bubbles: true }));
}

/** Pastes a text that was copied from another field. */
async function paste(text: string): Promise<void> {
  const source = document.body.appendChild(document.createElement('input'));
  source.value = text;
  source.select();
  await userEvent.copy();
  source.remove();
  await userEvent.clear(mobile());
  await mobile().click();
  await userEvent.paste();
}

// shows: rules/register-mobile, rules/register-mobile-digits
test('pasted, filled in or typed with its country code or trunk zero, a number becomes its ten digits', async () => {
  await openPage('/registration');
  await expect.element(mobile()).toHaveAttribute('autocomplete', 'tel');
  const writings = [
    '+91 98200 12345',
    '098200 12345',
    '0091-98200-12345',
    '\u202a+91 98200 12345\u202c',
    '९८२०० १२३४५',
  ];
  for (const text of writings) {
    autofill(text);
    expect(input().value).toBe('9820012345');
    await paste(text);
    await expect.element(mobile()).toHaveValue('9820012345');
  }
  await userEvent.clear(mobile());
  await userEvent.type(mobile(), '+91 98200 12345');
  await expect.element(mobile()).toHaveValue('9820012345');
  autofill('+63 917 123 4567');
  await expect.element(mobile()).toHaveValue('+639171234567');

  for (const [typed, sentence] of [
    ['+91 98200 1234', 'Please enter a valid 10-digit mobile number.'],
    ['0982001234', 'Please enter a valid 10-digit mobile number.'],
    ['+63 917', 'Please enter a valid mobile number with its country code, such as +63 917 123 4567.'],
  ] as const) {
    await mobile().fill(typed);
    await button('Register').click();
    await expectWrong('Mobile', sentence);
  }
  expect(server.sent(accounts.register)).toEqual([]);
  await expectSound('registration, foreign mobile refused');
});
