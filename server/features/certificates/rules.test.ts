import { describe, expect, test } from 'vitest';
import { maskBirthDate, maskEmail, maskNumber, moves, oneToShow, type Status, stateOn, waitsFor } from './rules.ts';

describe('the life of a certificate', () => {
  test('has no way back from its final states', () => {
    for (const { from } of Object.values(moves)) {
      expect(from).not.toContain('revoked');
      expect(from).not.toContain('superseded');
    }
    expect(moves.release.from).toEqual(['held']);
  });

  test.each([
    [null, [], []],
    [new Date(), [], ['identity']],
    [null, ['signatoryName'], ['academy']],
    [new Date(), ['city'], ['identity', 'academy']],
  ] as const)(
    'waits for a changed identity (%s) and for what the academy has not stated (%o)',
    (changed, missing, holds) =>
      expect(waitsFor({ identityChangedAt: changed, name: 'Asha Nair' }, missing)).toEqual(holds),
  );

  test('expires with the end of its last day, and only while it is issued', () => {
    const standing = (status: Status, expiresOn: string | null) => ({ status, expiresOn });
    expect(stateOn(standing('issued', '2027-11-20'), '2027-11-20')).toBe('issued');
    expect(stateOn(standing('issued', '2027-11-20'), '2027-11-21')).toBe('expired');
    expect(stateOn(standing('issued', null), '2999-01-01')).toBe('issued');
    expect(stateOn(standing('revoked', '2027-11-20'), '2028-01-01')).toBe('revoked');
    expect(stateOn(standing('superseded', '2027-11-20'), '2028-01-01')).toBe('superseded');
    expect(stateOn(standing('held', '2027-11-20'), '2028-01-01')).toBe('held');
  });

  test('shows the valid one, otherwise the newest', () => {
    const valid = { status: 'issued', expiresOn: '2030-01-01' } as const;
    const expired = { status: 'issued', expiresOn: '2020-01-01' } as const;
    const held = { status: 'held', expiresOn: null } as const;
    const revoked = { status: 'revoked', expiresOn: null } as const;
    expect(oneToShow([held, valid], '2026-11-20')).toBe(valid);
    expect(oneToShow([held, expired], '2026-11-20')).toBe(held);
    expect(oneToShow([revoked, expired], '2026-11-20')).toBe(revoked);
    expect(oneToShow([], '2026-11-20')).toBeUndefined();
  });
});

describe('what the public sees', () => {
  test.each([
    ['ravi.kumar@example.com', 'r••••'],
    ['r@example.com', 'r••••'],
    ['"odd@local"@example.com', '"••••'],
  ])('of the email %s is %s', (email, masked) => expect(maskEmail(email)).toBe(masked));

  test.each([
    ['N1234567', 'N•••••67'],
    ['N123456', 'N••••56'],
    ['123456', '••••56'],
    ['123', '••3'],
    ['12', '••'],
    ['1', '•'],
    ['', ''],
  ])('of the passport %s is %s', (number, masked) => expect(maskNumber(number)).toBe(masked));

  test('of any number is less than half', () => {
    for (let length = 1; length < 40; length++) {
      const shown = maskNumber('A'.repeat(length)).replaceAll('•', '');
      expect(shown.length * 2).toBeLessThan(length);
    }
  });

  test('of a birth date is the year', () => expect(maskBirthDate('1990-05-17')).toBe('1990-••-••'));
});
