import { accounts } from '@fairlead/contract/accounts/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { dayAt } from '../../server/platform/calendar.ts';
import { type DemoProfile, type DemoSeafarer, monthsFrom } from '../person.ts';
import { drawIdDocument, drawPassportPage, drawPortrait, drawSignature } from '../portraits.ts';
import type { Action } from './action.ts';
import { changedPassportForm, formOf, profileForm, registrationForm } from './forms.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

/** Days after the registration: staff approve on the next day, the profile is filled in on the evening after. */
export const accountDays = { approved: 1, profile: 2 } as const;
/** When the changed passport was entered: after every acceptance, before the newest certificate. */
export const passportChangedDaysAgo = 3;

type Setting = { registrar: string; at: Moments; today: Date };

/** The actions of a seafarer from registration to a completed profile, as far as this person's story goes. */
export function accountActions(past: Past, person: DemoSeafarer, { registrar, at, today }: Setting): Action[] {
  const { email, registeredDaysAgo: since, account, profile } = person;
  const actions: Action[] = [
    { at: at(since, 9, email), what: `${email} registers`, carryOut: () => register(past, person) },
  ];
  if (account === 'approved') {
    const approved = at(since - accountDays.approved, 10, email);
    actions.push({
      at: approved,
      what: `${registrar} approves ${email}`,
      carryOut: () => approve(past, email, registrar),
    });
  }
  if (profile) {
    const filled = at(since - accountDays.profile, 18, email);
    const carryOut = () => fillProfile(past, person, profile, today);
    actions.push({ at: filled, what: `${email} fills the profile`, carryOut });
  }
  if (profile?.changedPassportNumber) {
    const form = formOf(changedPassportForm(profile.changedPassportNumber));
    const carryOut = async () => {
      await (await past.as(email))(seafarers.updateProfile, { form });
    };
    actions.push({ at: at(passportChangedDaysAgo, 12, email), what: `${email} enters a new passport`, carryOut });
  }
  return actions;
}

async function register(past: Past, person: DemoSeafarer): Promise<void> {
  await past.visitor(accounts.register, { body: registrationForm(person) });
  if (person.account === 'unverified') return;
  await past.settle();
  past.pass(180);
  const { email } = person;
  await past.visitor(accounts.verifyEmail, { body: { email, otp: past.mailbox.codeFor(email) } });
}

async function approve(past: Past, email: string, registrar: string): Promise<void> {
  const call = await past.as(registrar);
  const waiting = await call(accounts.listUnapproved, { query: { q: email } });
  const person = waiting.find((one) => one.email === email);
  if (!person) throw new Error(`${email} does not wait for approval`);
  await call(accounts.approve, { params: { id: person._id } });
}

async function fillProfile(past: Past, person: DemoSeafarer, profile: DemoProfile, now: Date): Promise<void> {
  const today = dayAt(now, past.platform.config.timeZone);
  const call = await past.as(person.email);
  const files = await drawDocuments(person, profile, today);
  await call(seafarers.createProfile, { form: formOf(profileForm(person, profile, today), files) });
}

async function drawDocuments(
  { email, firstName, lastName, mobile }: DemoSeafarer,
  profile: DemoProfile,
  today: string,
) {
  const { birthDate, blurredDocument, country, idType, look, passportName, passportNumber } = profile;
  const number = idType === 'Passport' ? passportNumber : mobile;
  const name = `${firstName} ${lastName}`;
  const card = { kind: idType, name, birthDate, country, number, seed: email, look };
  const page = { birthDate, number: passportNumber, expiresOn: monthsFrom(today, profile.passportMonthsLeft) };
  const [portrait, document, signature] = await Promise.all([
    drawPortrait(email, look),
    passportName
      ? drawPassportPage({ ...passportName, ...page, seed: email, look })
      : drawIdDocument(card, { blurred: blurredDocument === true }),
    drawSignature(email),
  ]);
  return [
    { part: 'profilePicture', bytes: new Uint8Array(portrait), name: 'portrait.png' },
    { part: 'IdDocument', bytes: new Uint8Array(document), name: 'id-document.png' },
    { part: 'signature', bytes: new Uint8Array(signature), name: 'signature.png' },
  ];
}
