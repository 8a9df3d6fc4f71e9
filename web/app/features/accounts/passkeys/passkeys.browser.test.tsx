import { type OwnPasskey, passkeys } from '@fairlead/contract/accounts/passkeys';
import type { Reply } from '@fairlead/contract/platform/call';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { current, openAccount, passkeysOf, password, press, signInWithAccount } from '../../../../testing/account.ts';
import { alertWith, button, expectKept, expectNone, field, fillIn, main } from '../../../../testing/forms.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const moment = '2026-09-05T09:00:00.000Z';

const passkey = (part: Partial<OwnPasskey> = {}): OwnPasskey => ({
  _id: '33333333-3333-4333-8333-333333333333',
  name: 'Chrome on Linux',
  createdAt: moment,
  lastUsedAt: null,
  synced: false,
  blocked: false,
  ...part,
});

describe('passkeys', () => {
  const card = () => main().getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

  test('are none at first, and a failure on the device keeps what was typed', async () => {
    signInWithAccount();
    await openAccount();
    await expect.element(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
    await expectSound('passkeys, none');
    await press('Add a passkey');
    await expect.element(field('Name')).toHaveValue('Chrome on Linux');
    await fillIn(current);
    server.answer(passkeys.beginPasskey, {
      challenge: 'AAAA',
      timeout: 60_000,
      rp: { id: 'localhost', name: 'Fairlead' },
      user: { id: 'AAAA', name: 'asha', displayName: 'Asha Nair' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required', requireResidentKey: true },
      attestation: 'none',
    } as Reply<typeof passkeys.beginPasskey>);
    const create = vi.spyOn(navigator.credentials, 'create');
    for (const [name, words] of [
      ['NotAllowedError', /^The device did not create a passkey\./],
      ['InvalidStateError', 'This device already has a passkey for your account.'],
    ] as const) {
      create.mockRejectedValueOnce(new DOMException('no', name));
      await press('Add passkey');
      await expect.element(alertWith(words)).toBeVisible();
      await expectKept({ Name: 'Chrome on Linux', ...current });
    }
    await expectSound('passkeys, not made');
    create.mockRestore();
    expect(server.sent(passkeys.addPasskey)).toEqual([]);
  });

  test('are listed with their state, renamed, and removed with the password', async () => {
    const other = { _id: '44444444-4444-4444-8444-444444444444', name: 'Phone' };
    signInWithAccount();
    server.answer(
      passkeys.listPasskeys,
      passkeysOf(passkey(), passkey({ ...other, blocked: true, lastUsedAt: moment })),
    );
    await openAccount();
    await expect.element(card().first()).toMatchTextContent('Not used yet');
    await expect.element(card().nth(1)).toMatchTextContent('Last used');
    await expect.element(card().nth(1).getByText('Blocked')).toBeVisible();
    await expectNone(card().first().getByText('Blocked'));
    await expectSound('passkeys, one of them blocked');

    await card().first().getByRole('button', { name: 'Rename' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename this passkey' });
    await renaming.getByLabelText('Name').fill('The phone on the bridge');
    const save = renaming.getByRole('button', { name: 'Save' });
    server.fail(passkeys.renamePasskey, 'no link');
    await save.click();
    await expect.element(renaming.getByRole('alert')).toMatchTextContent('Network error. Please try again.');
    await expect.element(renaming.getByLabelText('Name')).toHaveValue('The phone on the bridge');
    await expectSound('passkeys, not renamed');
    server.answer(passkeys.renamePasskey, { message: 'Passkey renamed' });
    server.answer(passkeys.listPasskeys, passkeysOf(passkey({ name: 'The phone on the bridge' })));
    await save.click();
    await expect.element(card()).toMatchTextContent('The phone on the bridge');
    await expectNone(renaming);

    await card().getByRole('button', { name: 'Remove' }).click();
    const removing = page.getByRole('dialog', { name: 'Remove this passkey' });
    await removing.getByLabelText('Current password').fill(password);
    server.fail(passkeys.removePasskey, { status: 500 });
    await removing.getByRole('button', { name: 'Yes, Remove' }).click();
    await expect.element(removing.getByRole('alert')).toMatchTextContent('Failed to remove the passkey.');
    await expect.element(removing.getByLabelText('Current password')).toHaveValue(password);
    await expectSound('passkeys, not removed');
    server.answer(passkeys.removePasskey, { message: 'Passkey removed' });
    server.answer(passkeys.listPasskeys, passkeysOf());
    await removing.getByRole('button', { name: 'Yes, Remove' }).click();
    await expect.element(page.getByRole('status').getByText('Passkey removed')).toBeVisible();
    await expectNone(card());
  });

  test('cannot be added by a browser without them, nor if the academy’s URL does not permit them', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    signInWithAccount();
    await openAccount();
    await expect.element(main().getByText('This browser cannot add a passkey.', { exact: false })).toBeVisible();
    await expectNone(button('Add a passkey'));
    await expectSound('passkeys, unsupported');
  });
});
