import { wallet } from '@fairlead/contract/wallet/calls';
import { type KindInput, walletKinds } from '@fairlead/contract/wallet/wallet-kinds';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { walletDesk } from '../testing/wallet-desk.ts';

const program = await testApp();
const { call, person } = program;
const { registrar, own, add, edit, withDocument } = await walletDesk(program);

describe('kinds of documents', () => {
  const listed = async (code: string) =>
    (await call(walletKinds.list, registrar)).body.data.find((kind) => kind.code === code);
  const save = (input: Partial<KindInput>, as: Person) => {
    const facts: KindInput = {
      code: 'CREW-ID',
      title: 'Crew pass of the port',
      group: 'travel',
      numberFormats: ['99-AA'],
      country: 'none',
      countryInCode: 'no',
      validity: 'months',
      validityMonths: 12,
      renewalDays: 30,
      source: 'Circular 4 of the port',
      sourceDate: '2026-11-20',
      isRetired: false,
      seen: null,
    };
    return call(walletKinds.save, { body: { ...facts, ...input } }, as);
  };

  test('are changed in editions by administrators; documents that are there stay', async () => {
    const admin = await person('admin');
    expect((await save({}, registrar)).status).toBe(403);
    expect((await save({}, admin)).status).toBe(201);
    expect((await save({}, admin)).body).toMatchObject({ code: 'exists' });
    const { learner } = await withDocument({ kind: 'CREW-ID', number: '12ab', expiresOn: '2026-12-31' });
    const editions = await Promise.all([6, 7].map((validityMonths) => save({ seen: 1, validityMonths }, admin)));
    expect(editions.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await listed('CREW-ID')).toMatchObject({ edition: 2, former: [{ edition: 1, validityMonths: 12 }] });
    expect(await own(learner)).toMatchObject([{ title: 'Crew pass of the port', lastDay: '2026-12-31' }]);
    expect((await add(learner, { kind: 'CREW-ID', number: '13AB', expiresOn: '2026-12-31' })).status).toBe(400);
    await save({ seen: 2, isRetired: true }, admin);
    const offered = async (as: Person) => (await call(wallet.own, as)).body.data.kinds.map(({ code }) => code);
    expect(await offered(await person())).not.toContain('CREW-ID');
    const [held] = await own(learner);
    expect((await add(learner, { kind: 'CREW-ID', number: '14AB', expiresOn: '2026-05-31' })).status).toBe(400);
    // who has one corrects it, by the rule of the kind
    expect(await offered(learner)).toContain('CREW-ID');
    const corrected = { kind: 'CREW-ID', number: '15AB', issuedOn: '2026-01-10', expiresOn: '2026-05-31' };
    expect((await edit(held?._id ?? '', 1, learner, corrected, null)).status).toBe(200);
    expect(await own(learner)).toMatchObject([{ number: '15AB', kind: 'CREW-ID', check: 'waiting' }]);
  });

  test('of the program apply until the academy has an edition of its own, which keeps what the country does', async () => {
    const admin = await person('admin');
    expect(await listed('VISA')).toMatchObject({ edition: 0, createdBy: null, countryInCode: 'instead' });
    const input = { code: 'VISA', title: 'Visa', group: 'visa', country: 'required', validity: 'stated' } as const;
    await save({ ...input, countryInCode: 'no', numberFormats: [], validityMonths: null, seen: 0 }, admin);
    expect(await listed('VISA')).toMatchObject({ edition: 1, countryInCode: 'instead', former: [{ edition: 0 }] });
  });
});
