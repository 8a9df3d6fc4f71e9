import { certificates } from '@fairlead/contract/certificates/calls';
import type { Document } from '@fairlead/contract/certificates/open-badges/data-integrity';
import { publicLog } from '@fairlead/contract/certificates/public-log';
import { beforeEach, expect, test } from 'vitest';
import { badgeIssuer } from '../../../../testing/badges.ts';
import { verifiedCertificate } from '../../../../testing/certificates.ts';
import { button, expectNone, field, main } from '../../../../testing/forms.ts';
import { logOfTwo } from '../../../../testing/log-proofs.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const academy = await badgeIssuer(location.origin);
const school = await badgeIssuer();
const registered = { ...verifiedCertificate, dateOfExpiry: null, logProof: null };

beforeEach(() => {
  server.answer(certificates.keys, { data: academy.keys });
  server.answer(certificates.verify, { data: registered });
});

const fileOf = (badge: Document | string, name = 'badge.json') =>
  new File([typeof badge === 'string' ? badge : JSON.stringify(badge)], name);
async function check(badge: Document | string, name?: string) {
  await openPage('/verify');
  await main().getByText('Check a digital badge').click();
  await field('Badge').upload(fileOf(badge, name));
}
const verdict = (title: string) => main().getByText(title, { exact: true });

test('a badge of the academy is looked up in the register, by its number alone', async () => {
  const { keys, logProof } = await logOfTwo();
  server.answer(publicLog.keys, { data: keys });
  server.answer(certificates.verify, { data: { ...registered, logProof } });
  await check(await academy.sign());
  await expect.element(verdict('This certificate is valid')).toBeVisible();
  expect(server.sent(certificates.verify)).toMatchObject([{ params: { number: registered.certNo } }]);
  expect(server.written()).toEqual([]);
  await expectSound('badge, genuine');
});

test.each([
  ['revoked', 'This certificate was revoked', { status: 'revoked', revokedOn: '2026-10-01' }],
  ['of another name', 'This badge is forged', { name: 'Asha Nair' }],
  ['of another day', 'This badge is forged', { dateOfIssue: '2026-09-06' }],
] as const)('a badge whose certificate is %s is not valid', async (_name, title, changes) => {
  server.answer(certificates.verify, { data: { ...registered, ...changes } });
  await check(await academy.sign());
  await expect.element(verdict(title)).toBeVisible();
});

// shows: threats/forged-badge
test('a badge that the register does not have is forged', async () => {
  server.fail(certificates.verify, { status: 404 });
  await check(await academy.sign());
  await expect.element(verdict('This badge is forged')).toBeVisible();
  await expect
    .element(main().getByText(/^The register of .* has no certificate that matches this badge\./))
    .toBeVisible();
});

// shows: threats/forged-badge
test('a badge that was signed when its key was not in use is forged, and the register is not asked', async () => {
  const keys = academy.keys.keys.map((key) => ({ ...key, validUntil: '2020-01-01T00:00:00.000Z' }));
  server.answer(certificates.keys, { data: { ...academy.keys, keys } });
  await check(await academy.sign());
  await expect.element(verdict('This badge is forged')).toBeVisible();
  await expect.element(main().getByText(/but dated when that key was not in use\. Do not accept it\.$/)).toBeVisible();
  expect(server.sent(certificates.verify)).toEqual([]);
});

test('a badge that the log contradicts is not confirmed', async () => {
  server.fail(certificates.verify, { status: 409, code: 'disputed', message: 'The register and its log disagree.' });
  await check(await academy.sign());
  await expect.element(verdict('This certificate is not confirmed')).toBeVisible();
});

test('without the register, a badge was genuine when it was signed', async () => {
  server.fail(certificates.verify, { status: 500 });
  await check(await academy.sign());
  await expect.element(verdict('This badge was genuine when it was signed')).toBeVisible();
  await expect.element(main().getByText('Asha Kumar')).toBeVisible();
  await expectSound('badge, without the register');
});

test('without a network and keys, nothing is said', async () => {
  server.fail(certificates.keys, 'no link');
  await check(await academy.sign());
  await expect.element(verdict('This badge cannot be checked here yet')).toBeVisible();
});

// shows: threats/forged-badge
test('a badge that names the academy and is signed by another key is not the academy’s', async () => {
  const forger = await badgeIssuer(location.origin);
  await check(await forger.sign());
  await expect.element(verdict('This badge was altered')).toBeVisible();
  await field('Badge').upload(fileOf(await forger.sign({}, `${academy.id}#other`)));
  await expect.element(verdict('Signed by an unknown key')).toBeVisible();
});

test('a badge of another issuer is not the academy’s, and nothing is loaded for it', async () => {
  await check(await school.sign());
  await expect.element(verdict('Signed by an issuer that this academy does not know')).toBeVisible();
  await expect.element(main().getByText(school.id)).toBeVisible();
  await expect.element(main().getByText('Harbour School')).toBeVisible();
  expect([...server.sent(certificates.keys), ...server.sent(certificates.verify)]).toEqual([]);
  await expectSound('badge, of another issuer');
  const expired = await school.sign({ validUntil: '2026-09-05T00:00:00Z' });
  await field('Badge').upload(fileOf(expired));
  await expect.element(main().getByText('It has expired.')).toBeVisible();
  await field('Badge').upload(
    fileOf(await school.sign({ issuer: 'did:web:school.example' }, 'did:web:school.example#1')),
  );
  await expect.element(verdict('Its signature could not be checked')).toBeVisible();
});

test('a badge is found in a picture, and in pasted text', async () => {
  const badge = JSON.stringify(await school.sign());
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><openbadges:credential><![CDATA[${badge}]]></openbadges:credential></svg>`;
  await check(svg, 'badge.svg');
  await expect.element(verdict('Signed by an issuer that this academy does not know')).toBeVisible();
  await field('Badge').upload(fileOf('<svg></svg>', 'picture.svg'));
  await expect.element(verdict('This file contains no digital badge')).toBeVisible();
  await expectNone(verdict('Signed by an issuer that this academy does not know'));
  await button('Check Badge').click();
  await expect.element(main().getByText('Please paste the text of a badge')).toBeVisible();
  await field('Or paste the text of the badge').fill(badge);
  await button('Check Badge').click();
  await expect.element(verdict('Signed by an issuer that this academy does not know')).toBeVisible();
});

test('a file that is dropped on the form of badges is checked as a badge alone', async () => {
  await openPage('/verify');
  await main().getByText('Check a digital badge').click();
  await expect.element(field('Badge')).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(fileOf('%PDF-1.7', 'badge.pdf'));
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
  main().getByRole('group', { name: 'Digital badge' }).element().dispatchEvent(drop);
  await expect.element(verdict('This file contains no digital badge')).toBeVisible();
  // which the page shows as soon as it checks a PDF
  await expectNone(main().getByRole('heading', { name: 'Check another one' }));
});

test.each([
  ['a JWT', 'eyJh.eyJp.c2ln', 'This kind of badge cannot be checked here'],
  ['broken', async () => ({ ...(await school.sign()), type: ['Diploma'] }), 'This is not a valid badge'],
  ['nonsense', 'Dear Sir or Madam', 'This file contains no digital badge'],
] as const)('a text that is %s is no badge', async (_name, badge, title) => {
  await check(typeof badge === 'string' ? badge : await badge());
  await expect.element(verdict(title)).toBeVisible();
});
