import { certificates } from '@fairlead/contract/certificates/calls';
import { publicLog } from '@fairlead/contract/certificates/public-log';
import { beforeEach, describe, expect, test } from 'vitest';
import { standInCamera } from '../../../testing/camera.ts';
import { alertWith, expectNone, field, main } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import signedCertificate from '../../../testing/signed-certificate.json';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { standInWorkers } from '../../../testing/stand-in-worker.ts';

const button = (name: string) => main().getByRole('button', { name });
const notLoaded = 'The part that reads codes could not be loaded. Check the connection, and try again.';

beforeEach(() => {
  server.answer(certificates.keys, { data: signedCertificate.keys });
  server.answer(certificates.withdrawals, { data: signedCertificate.withdrawals as never });
  server.fail(publicLog.keys, 'no link');
});

test('a camera that is stopped is off at once, and what was found too late opens no page', async () => {
  const { track } = standInCamera();
  const started = standInWorkers();
  await openPage('/verify');
  await button('Scan the QR code').click();
  await expect.poll(() => started[0]?.received.length).toBe(1);
  expect(track.readyState).toBe('live');
  await button('Stop the camera').click();
  await expect.element(button('Scan the QR code')).toBeVisible();
  expect([track.readyState, started[0]?.isEnded]).toEqual(['ended', true]);
  const number = 'FMA-2026-7K3PW9QX2MTHA';
  started[0]?.onmessage?.({ data: { kind: 'answer', text: number } });
  await expectNone(main().getByText(`The page /verify/${number}`));
  await expectNone(main().getByRole('alert'));
});

describe('when what reads codes cannot be loaded', () => {
  /** Lets the worker that was started last fail. */
  async function failing(started: ReturnType<typeof standInWorkers>) {
    await expect.poll(() => started.at(-1)?.received.length).toBe(1);
    started.at(-1)?.onerror?.({});
  }

  test('the camera is turned off, and says so', async () => {
    const { track } = standInCamera();
    const started = standInWorkers();
    await openPage('/verify');
    await button('Scan the QR code').click();
    await failing(started);
    await expect.element(alertWith(notLoaded)).toBeVisible();
    expect(track.readyState).toBe('ended');
    await expectSound('scanner, not loaded');
  });

  test('a picture and a PDF are not reported as without a code', async () => {
    const started = standInWorkers();
    await openPage('/verify');
    const chooser = field('PDF of the certificate, or picture of its QR code');
    const canvas = document.createElement('canvas');
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    await chooser.upload(new File([picture as Blob], 'code.png', { type: 'image/png' }));
    await failing(started);
    await expect.element(alertWith(notLoaded)).toBeVisible();
    const scan = Uint8Array.from(atob(signedCertificate.scan), (character) => character.charCodeAt(0));
    await chooser.upload(new File([scan], 'scan.pdf', { type: 'application/pdf' }));
    await expect.poll(() => started.length).toBe(2);
    await failing(started);
    await expect.element(alertWith('This PDF is not signed')).toBeVisible();
    await expect.element(alertWith(notLoaded)).toBeVisible();
    await expectSound('PDF, a scan that is not read');
  });
});
