import { describe, expect, test } from 'vitest';
import { confirmedAtIn, emailOf, nameOf, providerName, roleIn, showsFactors, signOns } from './rules.ts';

describe('the email address of a colleague', () => {
  const emailIn = (claims: object) =>
    emailOf({ email_verified: true, ...claims }, { emailDomains: ['academy.example'] });

  test('is in lower case, of the domain after the last @', () =>
    expect(emailIn({ email: 'Asha@Academy.Example' })).toBe('asha@academy.example'));

  test.each([
    [{ email: 'asha@academy.example', email_verified: false }, 'email-not-verified'],
    [{ email: 'asha@academy.example', email_verified: 'true' }, 'email-not-verified'],
    [{ email: 'asha@elsewhere.example' }, 'other-domain'],
    [{ email: 'asha@sub.academy.example' }, 'other-domain'],
    [{}, 'no-email'],
    [{ email: ['asha@academy.example'] }, 'no-email'],
    [{ email: 'asha' }, 'no-email'],
    // they are other mailboxes for the provider
    [{ email: ' asha@academy.example' }, 'no-email'],
    [{ email: 'ÀSHA@academy.example' }, 'no-email'],
  ])('%j is refused', (claims, reason) =>
    expect(() => emailIn(claims)).toThrow(expect.objectContaining({ reason, code: 'forbidden' })),
  );
});

describe('the role of a colleague', () => {
  const roles = {
    claim: 'groups',
    of: new Map([
      ['office', 'officer'],
      ['teachers', 'instructor'],
    ]),
  } as never;

  test('is that of the first entry of the map that the claim has', () => {
    expect(roleIn({ groups: ['teachers', 'office'] }, { roles })).toBe('officer');
    expect(roleIn({ groups: [' teachers '] }, { roles })).toBe('instructor');
    expect(roleIn({ groups: 'other; teachers,x' }, { roles })).toBe('instructor');
    for (const groups of [undefined, [], 'teachersx', 7]) expect(roleIn({ groups }, { roles })).toBeUndefined();
  });

  test('is not decided without a map', () => expect(roleIn({ groups: ['office'] }, { roles: undefined })).toBeNull());
});

test('several factors are shown by the word of RFC 8176 in a list', () => {
  expect(showsFactors({ amr: ['pwd', 'mfa'] })).toBe(true);
  for (const amr of [['pwd'], 'mfa', undefined]) expect(showsFactors({ amr })).toBe(false);
});

test.each([
  [{ given_name: 'Asha', family_name: 'Nair', name: 'Other Name' }, ['Asha', 'Nair']],
  [{ given_name: 'Asha', name: 'Asha Devi Nair' }, ['Asha Devi', 'Nair']],
  [{ family_name: 'Nair', name: 'Asha Devi Nair' }, ['Asha Devi', 'Nair']],
  [{ given_name: 'Asha' }, ['Asha', 'Colleague']],
  [{ family_name: 'Nair' }, ['a.nair', 'Nair']],
  [{ name: 'Asha' }, ['Asha', 'Colleague']],
  [{ name: '7 8' }, ['a.nair', 'Colleague']],
  [{}, ['a.nair', 'Colleague']],
])('%j are names', (claims, [firstName, lastName]) =>
  expect(nameOf(claims, 'a.nair@academy.example')).toEqual({ firstName, lastName }),
);

test('a provider that sends no name, for an address without letters, names a new colleague', () =>
  expect(nameOf({}, '7@academy.example')).toEqual({ firstName: 'New', lastName: 'Colleague' }));

test('the login at the provider was in the past, in seconds of its clock', () => {
  const now = new Date(50_000);
  expect(confirmedAtIn({ auth_time: 7 }, now)).toEqual(new Date(7000));
  expect(confirmedAtIn({ auth_time: 51 }, now)).toEqual(now);
  for (const auth_time of [undefined, '7']) expect(confirmedAtIn({ auth_time }, now)).toEqual(new Date(0));
});

// OpenID Connect Core, 2: sub is at most 255 characters
test('an identifier of the provider has 1 to 255 characters that are seen', () => {
  expect(providerName('a'.repeat(255))).toBe('a'.repeat(255));
  for (const wrong of ['', 'a'.repeat(256), 'a\u0000', 7]) expect(providerName(wrong)).toBeUndefined();
});

test('logins are counted in 15 minutes', () => expect(signOns.seconds).toBe(900));
