import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type AskingAction, expectAskedAndReported, expectNeeded } from './actions.ts';
import { expectNone } from './forms.ts';
import { openStaffPage, staffAt } from './staff.ts';

/** What staff do by a button that asks first, on a page below /admin-dashboard. */
export type StaffAction = AskingAction & {
  name: string;
  path: string;
  /** Prepares the answers of the calls that the page makes. */
  given: () => void;
  /** The buttons that lead to the one that asks. */
  before?: string[];
  /** The label of the row that is to be chosen first; until then there is no button. */
  choose?: RegExp;
  /** The labels of required fields, each with the message when it is empty. */
  needs?: Record<string, string>;
  succeed: () => void;
  said: string;
};

/** Checks the question, its required fields, every failure, and the success. */
export async function expectStaffAction(action: StaffAction): Promise<void> {
  staffAt();
  action.given();
  await openStaffPage(action.path);
  if (action.choose) {
    await expect.element(page.getByLabelText(action.choose)).toBeVisible();
    await expectNone(page.getByRole('button', { name: action.button }));
    await page.getByLabelText(action.choose).click();
  }
  for (const name of action.before ?? []) await page.getByRole('button', { name }).click();
  for (const [label, message] of Object.entries(action.needs ?? {})) await expectNeeded(action, label, message);
  await expectAskedAndReported(action);
}
