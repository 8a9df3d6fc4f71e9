import { describe, expect, it } from 'vitest';
import { changedFields, checkedFields, demandPastBirthDate } from './rules.ts';

const before = {
  name: 'Asha Nair',
  birthDate: '1994-03-08',
  passportNumber: 'Z1234567',
  passportExpiresOn: '2031-05-01',
  cdcNumber: 'MUM 123456',
  cdcExpiresOn: '2030-05-01',
  ownScriptName: '',
  gradeNumber: 'G-77',
  indosNumber: '12ZL3456',
  idType: 'PAN',
  profilePictureId: 'a',
  idDocumentId: 'b',
  signatureId: 'c',
};

describe('changedFields', () => {
  it.each(checkedFields)('reports another %s', (field) => {
    expect(changedFields(before, { [field]: 'another' })).toEqual([field]);
  });

  it('ignores equal values and contact details', () => {
    expect(changedFields(before, before)).toEqual([]);
    expect(changedFields(before, {})).toEqual([]);
    expect(changedFields(before, { name: undefined })).toEqual([]);
    expect(changedFields(before, { phone: '+911234567', city: 'Goa' } as object)).toEqual([]);
  });
});

describe('demandPastBirthDate', () => {
  it('accepts yesterday and no date, and refuses today and tomorrow', () => {
    expect(() => demandPastBirthDate('2026-11-19', '2026-11-20')).not.toThrow();
    expect(() => demandPastBirthDate(undefined, '2026-11-20')).not.toThrow();
    expect(() => demandPastBirthDate('2026-11-20', '2026-11-20')).toThrow('Date of birth must be in the past');
    expect(() => demandPastBirthDate('2026-11-21', '2026-11-20')).toThrow('Date of birth must be in the past');
  });
});
