import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { drawnTexts } from '../../platform/typesetting/testing/pdf-text.ts';
import { createTypesetter } from '../../platform/typesetting/typesetter.ts';
import { printDocument } from './draw-document.ts';
import type { DocumentFacts } from './issue-document.ts';
import { splitOfInvoice, sumOfSplits } from './rules.ts';

const typesetter = createTypesetter();
afterAll(() => typesetter.close());

const split = splitOfInvoice(450_000, { gstRate: 18, isWithinState: false, sez: '' });
const facts: DocumentFacts = {
  layout: 2,
  academy: { name: 'Fairlead Academy', address: 'Kochi', gstin: '32AAACF1234A1ZO', email: '', phone: '' },
  recipient: { name: 'Bluewave Crewing', address: '3 Marine Drive, Mumbai', gstin: '27AAACS5678B1ZC' },
  place: { code: '27', name: 'Maharashtra' },
  ...{ courseTitle: '2 courses', reference: '', sac: '9992', gstRate: 18, payment: null, reason: '' },
  bill: { dueOn: '2026-12-20', purchaseOrder: 'PO 4711', bank: null, upiId: 'fairlead@sbi' },
};
// titles of one to four lines, so that each page would end within a row
const crew = Array.from({ length: 60 }, (_, index) => ({
  name: `Seafarer Number ${index + 10}`,
  courseTitle: Array(1 + (index % 4))
    .fill('Basic Training for Oil and Chemical Tanker Cargo Operations')
    .join(', '),
  reference: `F7K3Q9DM${index + 10}`,
  split,
}));

/** The texts of each page of a document. */
async function pagesOf(part: Partial<Parameters<typeof printDocument>[1]>) {
  const lines = part.lines ?? crew;
  const sum = lines.length === 0 ? split : sumOfSplits(lines.map((line) => line.split));
  const issued = { kind: 'invoice' as const, number: 'INV/26-27/00042', issuedOn: '2026-11-29', corrects: null };
  const pdf = await printDocument(typesetter, { ...issued, split: sum, facts, lines, ...part });
  const pages: string[] = [];
  for (let page = 0; page < (await PDFDocument.load(pdf)).getPageCount(); page += 1) {
    pages.push((await drawnTexts(pdf, page)).map(({ text }) => text).join(' '));
  }
  return pages;
}

test('the invoice of a large crew has its number on each page, and breaks no row over two of them', async () => {
  const pages = await pagesOf({});
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`INV/26-27/00042  ·  Page ${index + 1} of ${pages.length}`);
    expect(page.split('Course fee:').length).toBe(page.split('Reference F7K3').length);
  }
  const named = pages.join(' ').match(/Seafarer Number \d+/g);
  expect(named).toEqual(crew.map(({ name }) => name));
  expect(pages.at(-1)).toContain('Taxable value');
});

test('a document of an earlier layout is drawn as it was, without the number in the foot', async () => {
  const [page] = await pagesOf({ facts: { ...facts, layout: 1 }, lines: crew.slice(0, 1) });
  expect(page).toContain('valid without a signature');
  expect(page).not.toContain('Page 1');
});

test.each([
  ['an invoice', {}, '32AAACF1234A1ZO', 'BILLED TO'],
  ['a proforma of an academy without a GSTIN', { kind: 'proforma' }, '', 'BILLED TO'],
  ['a receipt', { kind: 'receipt' }, '', 'RECEIVED FROM'],
  ['a credit note', { kind: 'credit-note' }, '32AAACF1234A1ZO', 'CREDITED TO'],
] as const)('%s says who is named on it', async (_, part, gstin, label) => {
  const { bill, ...paid } = { ...facts, academy: { ...facts.academy, gstin } };
  const isBill = !('kind' in part) || part.kind === 'proforma';
  const [page] = await pagesOf({ ...part, facts: { ...paid, ...(isBill && bill && { bill }) }, lines: [] });
  expect(page).toContain(`${label} Bluewave Crewing`);
});

test('a credit note says whose fee it takes back, and why', async () => {
  const { bill: _, ...rest } = facts;
  const credited = { ...rest, person: 'Asha Nair', reference: 'F7K3Q9DMXT', reason: 'Another payer' };
  const [page] = await pagesOf({ kind: 'credit-note', facts: credited, lines: [] });
  expect(page).toContain('Asha Nair. Reference F7K3Q9DMXT. Another payer');
});
