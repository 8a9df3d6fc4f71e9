import { describe, expect, it } from 'vitest';
import { demandPastBirthDate, identityFields, touchesIdentity } from './rules.ts';

const before = {
  name: 'Asha Nair',
  birthDate: '1994-03-08',
  passportNumber: 'Z1234567',
  cdcNumber: 'MUM 123456',
  indosNumber: '12ZL3456',
};

describe('touchesIdentity', () => {
  it.each(identityFields)('sees another %s', (field) => {
    expect(touchesIdentity(before, { [field]: 'another' })).toBe(true);
  });

  it('does not mind the same values, nor what a certificate does not say', () => {
    expect(touchesIdentity(before, before)).toBe(false);
    expect(touchesIdentity(before, {})).toBe(false);
    expect(touchesIdentity(before, { name: undefined })).toBe(false);
    expect(touchesIdentity(before, { phone: '+911234567' } as object)).toBe(false);
  });
});

describe('demandPastBirthDate', () => {
  it('takes yesterday and nothing, and refuses today and tomorrow', () => {
    expect(() => demandPastBirthDate('2026-11-19', '2026-11-20')).not.toThrow();
    expect(() => demandPastBirthDate(undefined, '2026-11-20')).not.toThrow();
    expect(() => demandPastBirthDate('2026-11-20', '2026-11-20')).toThrow('Date of birth must be in the past');
    expect(() => demandPastBirthDate('2026-11-21', '2026-11-20')).toThrow('Date of birth must be in the past');
  });
});
