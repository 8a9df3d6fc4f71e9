import { type ShipAboard, shipAboard } from '@fairlead/contract/ships/aboard';
import { expect, test } from 'vitest';
import { button, expectNone, main } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const host = 'ship-9074729.ships.academy.example';
const url = `https://${host}:3443`;

async function openShip(origin: Partial<NonNullable<ShipAboard['origin']>> | null): Promise<void> {
  const qr = { side: 3, path: 'M1 1h1v1H1z' };
  const usual = { host, url, qr, until: '2027-02-18T00:00:00.000Z', isOpen: true, trouble: null, addresses: [] };
  const data: ShipAboard = {
    isPaired: true,
    ship: { name: 'MV Test', imo: '9074729', academy: 'Fairlead' },
    contactAt: '2026-11-20T00:00:00.000Z',
    validUntil: '2027-03-20T00:00:00.000Z',
    trouble: null,
    people: [],
    unsentBytes: 0,
    origin: origin && { ...usual, ...origin },
  };
  server.answer(shipAboard.get, { data });
  await openPage('/ship');
  await expect.element(main().getByRole('heading', { name: 'MV Test' })).toBeVisible();
}

const code = () => main().getByRole('img', { name: `QR code of ${url}` });
const heading = () => main().getByRole('heading', { name: 'Secure address' });

test('a code to join by https, with the lines for the router', async () => {
  await openShip({ addresses: ['192.168.1.10', '10.0.0.4'] });
  await expect.element(code()).toBeVisible();
  await expect.element(main().getByRole('link', { name: url })).toHaveAttribute('href', `${url}/ship`);
  await expectNone(main().getByText(/This page came over http/));
  await main().getByText('For the ship’s router').click();
  await expect.element(main().getByText(`address=/${host}/192.168.1.10`, { exact: false })).toBeVisible();
  await expect.element(main().getByText(`10.0.0.4 ${host}`, { exact: false })).toBeVisible();
  await expect.element(main().getByText(/use the one in the network of the phones/)).toBeVisible();
  await expect.element(button('Save for dnsmasq')).toBeVisible();
  await expectSound('ship-origin');
});

test('before the first certificate there is nothing to scan', async () => {
  await openShip({ until: null, isOpen: false });
  await expect.element(main().getByText(/There is no certificate yet./)).toBeVisible();
  await expectNone(code());
});

test('a certificate that has ended leads nobody to https, and the page says what to do', async () => {
  await openShip({ until: '2026-11-10T00:00:00.000Z', isOpen: false });
  await expect.element(main().getByText(/Go on by http until the academy sends another/)).toBeVisible();
  await expectNone(code());
  await expectNone(main().getByRole('link', { name: url }));
  await expectSound('ship-origin-ended');
});

test('a port that cannot be used is said, and nothing of a certificate', async () => {
  await openShip({ until: null, isOpen: false, trouble: 'Port 443 cannot be used.' });
  await expect.element(main().getByText('Port 443 cannot be used.')).toBeVisible();
  await expectNone(main().getByText(/There is no certificate yet./));
});

test('without a domain for ships there is no word of it', async () => {
  await openShip(null);
  await expectNone(heading());
});
