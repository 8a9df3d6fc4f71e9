import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type {} from '../../../testing/commands.ts';
import { ConfirmDialog, Dialog } from './dialog.tsx';

const beside = { x: 4, y: 4 };

/** Shows a dialog with one field; returns what it calls when it closes. */
function show() {
  const onClose = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  const render = (round: number) =>
    flushSync(() =>
      root.render(
        <Dialog open title="Rename Video" onClose={onClose}>
          <form key={round}>
            <input aria-label="Title" defaultValue="Muster" />
          </form>
        </Dialog>,
      ),
    );
  render(1);
  return { onClose, showNewForm: () => render(2) };
}

const field = () => page.getByLabelText('Title');

function middleOf(element: Element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

test('a dialog closes by a click beside it, and not by a text selection that ends there', async () => {
  const { onClose } = show();
  await expect.element(field()).toBeVisible();
  await commands.pressAndRelease(middleOf(field().element()), beside);
  expect(onClose).not.toHaveBeenCalled();
  await expect.element(field()).toBeVisible();
  await commands.pressAndRelease(beside, beside);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('a dialog with a changed form closes by the Escape key, and not by a click beside it', async () => {
  const { onClose } = show();
  await field().fill('Muster drill');
  await commands.pressAndRelease(beside, beside);
  expect(onClose).not.toHaveBeenCalled();
  await expect.element(field()).toHaveValue('Muster drill');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('a form that was sent and is shown again counts as unchanged', async () => {
  const { onClose, showNewForm } = show();
  await field().fill('Muster drill');
  showNewForm();
  await commands.pressAndRelease(beside, beside);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test('the first focus is on the first field, on the button that confirms, or on Cancel for a destructive action', async () => {
  show();
  await expect.element(field()).toHaveFocus();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  for (const [tone, name] of [
    ['signal', 'Yes'],
    ['danger', 'Cancel'],
  ] as const) {
    const asking = { text: 'Sure?', confirm: 'Yes', onConfirm: vi.fn(), onClose: vi.fn() };
    flushSync(() => root.render(<ConfirmDialog key={tone} open title={name} tone={tone} {...asking} />));
    await expect.element(page.getByRole('dialog', { name }).getByRole('button', { name })).toHaveFocus();
  }
});
