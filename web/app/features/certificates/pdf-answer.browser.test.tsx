import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showPart } from '../../../testing/show-part.tsx';
import { expectSound } from '../../../testing/sound.ts';
import type { PdfAnswer } from './pdf/check-pdf.ts';
import { PdfAnswerView } from './pdf-answer.tsx';

const signer = { name: 'Example Academy', fingerprint: Array(32).fill('A7').join(':') };

// shows: threats/register-changed-directly
test('a PDF whose proof the register contradicts is not confirmed, and shows when the log had it', async () => {
  const answer: PdfAnswer = {
    verdict: 'signed',
    signer,
    signedAt: new Date('2026-09-05T09:00:00Z'),
    code: { verdict: 'disputed' },
    evidence: { isProved: true, entry: 3, size: 7, at: '2026-09-05T09:00:00.000Z', witnesses: ['witness.example'] },
    timeStamps: [],
    hasMoreTimeStamps: false,
  };
  showPart('Check', <PdfAnswerView answer={answer} scanned={undefined} />);
  await expect.element(page.getByText('This certificate is not confirmed')).toBeVisible();
  await expect
    .element(page.getByText(/^The file proves that it has been in the academy’s public log since .* as entry 3 of 7\./))
    .toBeVisible();
  await expect.element(page.getByText(/also signed by witness\.example\.$/)).toBeVisible();
  await expectSound('PDF, disputed');
});

test('a PDF that was signed when its key was not in use is forged, and names the key', async () => {
  const answer: PdfAnswer = { verdict: 'out-of-time', signer };
  showPart('Check', <PdfAnswerView answer={answer} scanned={undefined} />);
  await expect.element(page.getByText('This PDF is forged')).toBeVisible();
  await expect.element(page.getByText(/but dated when that key was not in use\. Do not accept it\.$/)).toBeVisible();
  await expect.element(page.getByText(signer.fingerprint)).toBeVisible();
});
