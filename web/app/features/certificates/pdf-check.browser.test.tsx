import { certificates } from '@fairlead/contract/certificates/calls';
import { publicLog } from '@fairlead/contract/certificates/public-log';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { verifiedCertificate } from '../../../testing/certificates.ts';
import { alertWith, expectCount, expectNone, field, main } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import signedCertificate from '../../../testing/signed-certificate.json';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const { keys, withdrawals } = signedCertificate;
const signed = atob(signedCertificate.pdf);
const registered = { ...verifiedCertificate, dateOfExpiry: '2046-09-04', logProof: null };
const chooser = () => field('PDF of the certificate, or picture of its QR code');
const fileOf = (text: string, name = 'certificate.pdf') =>
  new File([Uint8Array.from(text, (character) => character.charCodeAt(0))], name, { type: 'application/pdf' });
const choose = (text: string) => chooser().upload(fileOf(text));

/** Drags a file over the page. @returns whether the page prevents what the browser would do. */
function drag(kind: string, file = fileOf(signed)): boolean {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  return !document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
}
/** Resolves when the part of the page that takes dropped files has been loaded. */
const dropIsTaken = () => expect.poll(() => drag('dragover')).toBe(true);

beforeEach(() => {
  server.answer(certificates.keys, { data: keys });
  server.answer(certificates.withdrawals, { data: withdrawals as never });
  server.fail(publicLog.keys, 'no link');
  server.answer(certificates.verify, { data: registered });
});

test('a PDF as it was signed is answered by the register, and names its signer; only its number is sent', async () => {
  await openPage('/verify');
  await choose(signed);
  await expect.element(main().getByText('This certificate is valid', { exact: true })).toBeVisible();
  await expect.element(main().getByText(/^What was signed on 5 Sept? 2026.* is unchanged/)).toBeVisible();
  await expect.element(main().getByText(keys.pdfSigners[0]?.fingerprint ?? '')).toBeVisible();
  await expect.element(main().getByRole('cell', { name: 'Asha Kumar' })).toBeVisible();
  expect(server.sent(certificates.verify).map(({ params }) => params)).toEqual([
    { number: verifiedCertificate.certNo },
  ]);
  expect(server.written()).toEqual([]);
  expect(document.activeElement?.textContent).toContain('certificate.pdf');
  await expectSound('PDF, registered');
});

test('without a network a PDF is answered by what the device has kept', async () => {
  server.fail(certificates.verify, 'no link');
  await openPage('/verify');
  await choose(signed);
  await expect.element(main().getByText('This certificate is genuine')).toBeVisible();
  await expect.element(main().getByText(/with the academy’s own key/)).toBeVisible();
  await expectSound('PDF, offline');
});

/** The file with a text on its page, appended as a program does that edits files. */
function withNote(pdf: string): string {
  const found = [...pdf.matchAll(/\d+ 0 obj\n<<\n\/Type \/Page\n[\s\S]*?endobj/g)].at(-1)?.[0] ?? '';
  const changed = found.replace(/(\/Annots \[.*) \]/, '$1 90 0 R ]');
  return `${pdf}${changed}\n90 0 obj\n<< /Type /Annot /Subtype /FreeText >>\nendobj\n`;
}

// shows: threats/forged-pdf
test('a PDF that was changed after it was signed says what was changed', async () => {
  await openPage('/verify');
  await choose(withNote(signed));
  await expect.element(alertWith('This PDF was changed after it was signed')).toBeVisible();
  await expect.element(main().getByRole('listitem')).toHaveTextContent('text was added to page 1');
  expect(server.sent(certificates.verify)).toEqual([]);
  await expectSound('PDF, changed');
});

// shows: threats/forged-pdf
test('a PDF that somebody else signed in the academy’s name is not the academy’s', async () => {
  server.answer(certificates.keys, { data: { ...keys, pdfSigners: [] } });
  await openPage('/verify');
  await choose(signed);
  await expect.element(alertWith('This PDF is not signed by the academy')).toBeVisible();
  await expect.element(alertWith(/the key is not the academy’s/)).toBeVisible();
  await expect.element(alertWith(keys.pdfSigners[0]?.fingerprint ?? '')).toBeVisible();
  await expectSound('PDF, of a stranger');
});

test('the code in a scan can be checked, and says that the file proves nothing', async () => {
  await openPage('/verify');
  await choose(atob(signedCertificate.scan));
  await expect.element(alertWith('This PDF is not signed')).toBeVisible();
  const link = main().getByRole('link', { name: 'Check the code' });
  await expect.element(link).toBeVisible();
  await expectSound('PDF, a scan');
  await link.click();
  await expect.element(main().getByText(`The page /verify/${verifiedCertificate.certNo}`)).toBeVisible();
  await expectNone(main().getByText('This PDF is not signed'));
});

test('every other file gets its own sentence, and each answer replaces the one before', async () => {
  await openPage('/verify');
  const answers: [string, string][] = [
    [signed.replace('Certificate', 'certificate').replace('%PDF-1.7', '%PDF-1.6'), 'This PDF was changed'],
    [signed.replace('/ByteRange [ 0', '/ByteRange [ 1'), 'The signature of this PDF is broken'],
    [atob(signedCertificate.scan).replace('/Subtype /Image', '/Encrypt /Image'), 'This PDF is protected'],
    ['a letter', 'This file is not a PDF'],
    ['%PDF-1.7', 'This PDF is not signed'],
  ];
  for (const [text, answer] of answers) {
    await choose(text);
    await expect.element(main().getByText(answer, { exact: true })).toBeVisible();
    await expectCount(main().getByRole('alert'), 1);
  }
  await dropIsTaken();
  drag('drop', fileOf('%PDF-1.7'.padEnd(20_000_001)));
  await expect.element(main().getByText('This file is too large')).toBeVisible();
  server.answer(certificates.keys, { data: { ...keys, pdfSigners: undefined } });
  await choose(signed);
  await expect.element(main().getByText('This PDF cannot be checked here yet')).toBeVisible();
});

test('a PDF may be dropped anywhere on the page', async () => {
  await openPage('/verify');
  await dropIsTaken();
  const sentence = page.getByText('Drop the PDF or the picture here');
  drag('dragenter');
  await expect.element(sentence).toBeVisible();
  await expectSound('PDF, dragged');
  drag('dragleave');
  await expectNone(sentence);
  drag('dragenter');
  // the browser does not open the file in place of the page
  expect([drag('dragover'), drag('drop')]).toEqual([true, true]);
  await expect.element(main().getByText('This certificate is valid', { exact: true })).toBeVisible();
  await expectNone(sentence);
});
