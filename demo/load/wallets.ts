import { wallet } from '@fairlead/contract/wallet/calls';
import { addDays, dayAt } from '../../server/platform/calendar.ts';
import { drawIdDocument } from '../portraits.ts';
import { demoWallets, walletDaysAgo } from '../wallets.ts';
import type { Action } from './action.ts';
import { formOf } from './forms.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

type Setting = { registrar: string; at: Moments; today: Date };
type Wallet = (typeof demoWallets)[number];

/** Seafarers add their documents, and the registrar checks most of them on the next day. */
export function walletActions(past: Past, { registrar, at, today: now }: Setting): Action[] {
  const today = dayAt(now, past.platform.config.timeZone);
  return demoWallets.flatMap((one) => {
    const { email } = one.person;
    return [
      {
        at: at(walletDaysAgo, 19, `wallet of ${email}`),
        what: `${email} adds documents`,
        carryOut: () => addDocuments(past, one, today),
      },
      {
        at: at(walletDaysAgo - 1, 10, `check of ${email}`),
        what: `${registrar} checks the documents of ${email}`,
        carryOut: () => decide(past, registrar, one),
      },
    ];
  });
}

async function addDocuments(past: Past, { person, documents }: Wallet, today: string): Promise<void> {
  const call = await past.as(person.email);
  const { email, firstName, lastName, profile } = person;
  for (const { kind, title, number, issuer, country = '', issuedDaysAgo, daysLeft } of documents) {
    const facts = {
      kind: title,
      name: `${firstName} ${lastName}`,
      birthDate: profile.birthDate,
      country: profile.country,
    };
    const scan = await drawIdDocument({ ...facts, number, seed: email, look: profile.look });
    const expiresOn = daysLeft === undefined ? '' : addDays(today, daysLeft);
    const fields = { kind, number, issuer, country, issuedOn: addDays(today, -issuedDaysAgo), expiresOn };
    await call(wallet.add, {
      form: formOf(fields, [{ part: 'file', bytes: new Uint8Array(scan), name: 'document.png' }]),
    });
  }
}

async function decide(past: Past, registrar: string, { person, documents }: Wallet): Promise<void> {
  const call = await past.as(registrar);
  const { data: waiting } = await call(wallet.listWaiting, { query: { q: person.email } });
  for (const { _id: id, number, version } of waiting) {
    const decision = documents.find((one) => one.number === number)?.decision;
    if (decision === 'checked') await call(wallet.check, { params: { id }, body: { version } });
    if (decision === 'refused') {
      await call(wallet.refuse, { params: { id }, body: { version, reason: 'cut-off' } });
    }
  }
}
