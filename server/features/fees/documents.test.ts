import { fees } from '@fairlead/contract/fees/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../platform/typesetting/testing/pdf-text.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addProfile } from '../../testing/factories.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';
import { cash, feeSettings, requestWithFee, sendProof, switchFeesOn } from './testing/fees.ts';

const program = await testApp();
const { call, person, db, app, config, clock } = program;
const registrar = await person('registrar');

/** The PDF of a document, as somebody downloads it. */
async function download(id: string, as: Person) {
  const token = await signAccessToken(as, config.secrets.token, clock());
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, rawPayload, ...answer } = await app.inject({ url: `/api/fees/documents/${id}`, headers });
  return { status: statusCode, pdf: rawPayload, name: answer.headers['content-disposition'] };
}

/** What the PDF of a document says, on one line. */
const wordsIn = async (pdf: Buffer) => (await wordsOf(pdf)).replace(/\s+/g, ' ');

/** A payment of the whole fee of a new request by a learner who lives in Kerala, and its document. */
async function paid({ format = 'online' as 'online' | 'classroom', state = 'Kerala', recipient = {} } = {}) {
  const learner = await person();
  await addProfile(program, learner, { name: 'Asha Nair' });
  await db.updateTable('seafarerProfile').set({ state }).where('accountId', '=', learner.accountId).execute();
  const { id } = await requestWithFee(program, { learner, course: { title: 'Fire Fighting', format } });
  const body = { name: '', address: '', gstin: '', ...recipient };
  await call(fees.saveRecipient, { params: { id }, body }, registrar);
  const { data } = (await call(fees.recordPayment, { params: { id }, body: cash({ reference: 'R 77' }) }, registrar))
    .body;
  const entry = data.entries.at(-1);
  const documents = (await call(fees.listDocuments, { query: { q: learner.email } }, registrar)).body.data;
  return { id, learner, entryId: entry?._id ?? '', issued: documents[0] as (typeof documents)[number] };
}

describe('a tax invoice', () => {
  test('states what the law asks for, and is drawn again to the byte, whatever changes later', async () => {
    await switchFeesOn(program);
    const { learner, issued } = await paid();
    expect(issued).toMatchObject({
      kind: 'invoice',
      number: 'INV/26-27/00001',
      issuedOn: '2026-11-20',
      placeOfSupply: '32',
      sac: '9992',
      taxablePaise: 381_356,
      cgstPaise: 34_322,
      sgstPaise: 34_322,
      igstPaise: 0,
      recipientName: 'Asha Nair',
    });
    const first = await download(issued._id, learner);
    expect([first.status, first.name]).toEqual([200, 'attachment; filename="INV-26-27-00001.pdf"']);
    const words = await wordsIn(first.pdf);
    for (const said of [
      ...['Tax invoice', 'INV/26-27/00001', '20 November 2026', feeSettings.legalName, 'GSTIN 32AAACF1234A1ZO'],
      ...['Asha Nair', '4 Dock Road, Kochi, Kerala 682003, India', 'Kerala (32)', 'Course fee: Fire Fighting', '9992'],
      ...['₹ 3,813.56', 'CGST 9 %', '₹ 343.22', 'SGST 9 %', '₹ 4,500.00', 'Cash', 'R 77'],
      'Rupees Four Thousand Five Hundred Only',
    ])
      expect(words).toContain(said);
    expect(words).not.toContain('IGST');
    await switchFeesOn(program, { legalName: 'Another Academy', gstin: '', gstRate: 5 });
    await db.updateTable('seafarerProfile').set({ name: 'Changed' }).execute();
    expect((await download(issued._id, learner)).pdf.equals(first.pdf)).toBe(true);
  });

  test('is read by its learner and by staff alone', async () => {
    const { learner, issued } = await paid();
    expect((await download(issued._id, learner)).status).toBe(200);
    expect((await download(issued._id, registrar)).status).toBe(200);
    expect((await download(issued._id, await person())).status).toBe(404);
    expect((await download(issued._id, await person('instructor'))).status).toBe(403);
    const read = db.selectFrom('auditEvent').select('actorId').where('action', '=', 'fee.open-document');
    expect(await read.execute()).toEqual([{ actorId: registrar.accountId }]);
  });

  test.each([
    ['IGST for an online course in another state', { state: 'Tamil Nadu' }, '33', 68_644],
    [
      'CGST and SGST for a course in the classroom, wherever the learner lives',
      { state: 'Goa', format: 'classroom' as const },
      '32',
      0,
    ],
    [
      'IGST for a company in another state, which it names',
      { format: 'classroom' as const, recipient: { name: 'Sea Co', address: 'Bengaluru', gstin: '29AAACS5678B1Z8' } },
      '29',
      68_644,
    ],
  ])('has %s', async (_, part, place, igstPaise) => {
    await switchFeesOn(program);
    const { issued, learner } = await paid(part);
    expect(issued).toMatchObject({ placeOfSupply: place, igstPaise });
    const words = await wordsIn((await download(issued._id, learner)).pdf);
    expect([words.includes('IGST 18 %'), words.includes('CGST 9 %')]).toEqual([igstPaise > 0, igstPaise === 0]);
    if (issued.recipientGstin) expect(words).toContain('Sea Co Bengaluru GSTIN 29AAACS5678B1Z8');
  });

  test.each([
    ['a state that is not recognised', { state: 'Elsewhere', country: 'India' }, '‘Elsewhere’ is not in the list'],
    ['a country that is not recognised', { state: 'Cebu', country: 'Atlantis' }, '‘Atlantis’ is not in the list'],
  ])('waits for the place of supply: %s', async (_, address, doubt) => {
    await switchFeesOn(program);
    const learner = await person();
    await addProfile(program, learner);
    await db.updateTable('seafarerProfile').set(address).where('accountId', '=', learner.accountId).execute();
    const { id } = await requestWithFee(program, { learner });
    const body = cash();
    const ledger = async () => (await call(fees.get, { params: { id } }, registrar)).body.data;
    const series = () => db.selectFrom('feeSeries').select(['kind', 'lastSerial']).orderBy('kind').execute();
    const before = await series();

    const refused = await call(fees.recordPayment, { params: { id }, body }, registrar);
    expect(refused).toMatchObject({ status: 409, body: { code: 'not-yet', message: expect.stringContaining(doubt) } });
    expect(await series()).toEqual(before);
    expect(await ledger()).toMatchObject({ receivedPaise: 0, placeDoubt: expect.stringContaining(doubt) });
    expect((await ledger()).entries.map(({ kind }) => kind)).toEqual(['due']);
    const sent = await sendProof(program, { id, learner });
    const proofId = sent.body.data.proofs[0]?._id ?? '';
    expect((await call(fees.confirmProof, { params: { id: proofId }, body: {} }, registrar)).status).toBe(409);

    const recipient = { name: '', address: '', gstin: '', state: '33' };
    await call(fees.saveRecipient, { params: { id }, body: recipient }, registrar);
    expect(await ledger()).toMatchObject({ placeDoubt: '', recipient: { state: '33' } });
    const paidNow = await call(fees.recordPayment, { params: { id }, body }, registrar);
    expect(paidNow.status).toBe(200);
    const documents = (await call(fees.listDocuments, { query: { q: learner.email } }, registrar)).body.data;
    expect(documents).toMatchObject([{ placeOfSupply: '33', igstPaise: 68_644 }]);
  });

  test('waits for a learner without a profile, but neither in the classroom nor for a receipt', async () => {
    await switchFeesOn(program);
    const pay = async (format: 'online' | 'classroom') => {
      const { id } = await requestWithFee(program, { learner: await person(), course: { format } });
      return (await call(fees.recordPayment, { params: { id }, body: cash() }, registrar)).status;
    };
    expect([await pay('online'), await pay('classroom')]).toEqual([409, 200]);
    await switchFeesOn(program, { gstin: '', address: '' });
    expect(await pay('online')).toBe(200);
  });

  test.each([
    ['IGST', 'with-tax', 68_644, 'on payment of integrated tax'],
    ['no tax', 'without-tax', 0, 'without payment of integrated tax'],
  ] as const)('to a special economic zone in the own state has %s', async (_, sez, igstPaise, words) => {
    await switchFeesOn(program);
    const company = { name: 'Sea Co', address: 'Kochi SEZ', gstin: '32AAACS5678B1ZL', sez };
    const { issued, learner } = await paid({ recipient: company });
    expect(issued).toMatchObject({ placeOfSupply: '32', igstPaise, cgstPaise: 0, sgstPaise: 0, totalPaise: 450_000 });
    expect(await wordsIn((await download(issued._id, learner)).pdf)).toContain(words);
  });

  test('is asked for only with the GSTIN of a company in a special economic zone, and with the state of it', async () => {
    await switchFeesOn(program);
    const { id } = await requestWithFee(program);
    const save = async (part: object) => {
      const body = { name: 'Sea Co', address: 'Kochi', gstin: '', ...part };
      return (await call(fees.saveRecipient, { params: { id }, body }, registrar)).status;
    };
    expect(await save({ sez: 'with-tax' })).toBe(400);
    expect(await save({ state: '99' })).toBe(400);
    expect(await save({ state: '27', gstin: '29AAACS5678B1Z8' })).toBe(400);
    expect(await save({ state: '29', gstin: '29AAACS5678B1Z8' })).toBe(200);
  });

  test('without tax is stated by the academy alone, whose letter of undertaking it rests on', async () => {
    await switchFeesOn(program);
    const { id, learner } = await requestWithFee(program);
    const company = { name: 'Sea Co', address: 'Kochi SEZ', gstin: '32AAACS5678B1ZL' };
    const save = (body: object) =>
      call(ownFees.saveRecipient, { params: { id }, body: { ...company, ...body } }, learner);
    const refused = { status: 400, body: { fields: { sez: expect.stringContaining('academy') } } };
    expect(await save({ sez: 'without-tax' })).toMatchObject(refused);
    expect((await save({ sez: 'with-tax' })).status).toBe(200);
    const stated = { ...company, sez: 'without-tax' as const };
    expect((await call(fees.saveRecipient, { params: { id }, body: stated }, registrar)).status).toBe(200);
    expect((await save({ sez: 'without-tax', name: 'Sea and Co' })).status).toBe(200);
    const other = { sez: 'without-tax', gstin: '32AAACF1234A1ZO' };
    expect(await save(other)).toMatchObject(refused);
  });

  test('adds the tax to a price that does not include it', async () => {
    await switchFeesOn(program, { pricesIncludeTax: false });
    const { id } = await requestWithFee(program);
    expect((await call(fees.get, { params: { id } }, registrar)).body.data.chargedPaise).toBe(531_000);
  });
});

test('without a GSTIN a receipt is issued, in a series of its own, and with a rate of 0 a bill of supply', async () => {
  await switchFeesOn(program, { gstin: '', address: '' });
  const receipt = await paid();
  expect(receipt.issued.number).toMatch(/^RCT\/26-27\/\d{5}$/);
  expect(receipt.issued).toMatchObject({ kind: 'receipt', taxablePaise: 450_000, placeOfSupply: '', sac: '' });
  const words = await wordsIn((await download(receipt.issued._id, receipt.learner)).pdf);
  expect(words).toContain('Receipt Received with thanks');
  expect(words).not.toMatch(/GST|SAC|Taxable/);
  await switchFeesOn(program, { gstRate: 0 });
  const bill = await paid();
  expect(bill.issued).toMatchObject({ kind: 'bill-of-supply', number: 'BOS/26-27/00001', taxablePaise: 450_000 });
  const { id } = await requestWithFee(program, { learner: await person() });
  expect((await call(fees.recordPayment, { params: { id }, body: cash() }, registrar)).status).toBe(200);
});

test('a credit note corrects the invoice with the tax of then', async () => {
  await switchFeesOn(program);
  const { entryId, learner, issued } = await paid({ state: 'Tamil Nadu' });
  await switchFeesOn(program, { gstRate: 5 });
  const body = { ...cash({ amount: '1000' }), reason: 'Left before the course began' };
  await call(fees.refund, { params: { id: entryId }, body }, registrar);
  const [note] = (await call(fees.listDocuments, { query: { q: learner.email, kind: 'credit-note' } }, registrar)).body
    .data;
  expect(note).toMatchObject({ corrects: issued.number, gstRate: 18, igstPaise: 15_254, taxablePaise: 84_746 });
  const words = await wordsIn((await download(note?._id ?? '', learner)).pdf);
  for (const said of ['Credit note', `${issued.number}`, 'Left before the course began', 'IGST 18 %', '₹ 152.54'])
    expect(words).toContain(said);
});

test('a name in another script is drawn', async () => {
  await switchFeesOn(program, { address: 'कोच्चि, Kerala' });
  const { issued, learner } = await paid({ recipient: { name: 'आशा नायर', address: 'केरल', gstin: '' } });
  const { status, pdf } = await download(issued._id, learner);
  expect(status).toBe(200);
  // readers of PDFs put spaces between the syllables
  expect((await wordsIn(pdf)).replaceAll(' ', '')).toContain('आशानायर');
});

test('numbers begin again with the financial year, in April', async () => {
  await switchFeesOn(program, { gstin: '', address: '' });
  const before = await paid();
  // 31 March 2027, 23:59 in the academy's time zone, and two minutes later
  program.wait((Date.parse('2027-03-31T18:29:00Z') - clock().getTime()) / 1000);
  const last = await paid();
  program.wait(120);
  const first = await paid();
  const serial = Number(before.issued.number.slice(-5));
  expect(last.issued).toMatchObject({ issuedOn: '2027-03-31', number: `RCT/26-27/0000${serial + 1}` });
  expect(first.issued).toMatchObject({ issuedOn: '2027-04-01', number: 'RCT/27-28/00001' });
});

test('the sales register has a row for each document, with credit notes against it', async () => {
  const { body } = await program.request('GET', '/api/export/fees/documents?sort=oldest', {
    as: await person('admin'),
  });
  const rows = String(body).replace('\ufeff', '').trimEnd().split('\r\n');
  expect(rows[0]).toBe(
    'Number,Date,Document,Corrects,Recipient,GSTIN of the recipient,Place of supply,Course,SAC,Rate in percent,' +
      'Taxable value in rupees,CGST,SGST,IGST,Total',
  );
  expect(rows[1]).toBe(
    'INV/26-27/00001,2026-11-20,Tax invoice,,Asha Nair,,32-Kerala,Fire Fighting,9992,18,3813.56,343.22,343.22,0,4500',
  );
  expect(rows.find((row) => row.startsWith('CRN/'))).toMatch(
    /,Credit note,INV\/26-27\/\d{5},Asha Nair,,33-Tamil Nadu,Fire Fighting,9992,18,-847.46,0,0,-152.54,-1000$/,
  );
});
