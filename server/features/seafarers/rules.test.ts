import { describe, expect, it } from 'vitest';
import { changedFields, checkedFields, requireCdcExpiry, requirePastBirthDate } from './rules.ts';

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
  passportDocumentId: null,
  cdcDocumentId: null,
  indosDocumentId: null,
};

describe('changedFields', () => {
  it.each(checkedFields)('reports another %s', (field) => {
    expect(changedFields(before, { [field]: 'another' })).toEqual([field]);
  });

  it('takes another writing of the same number for no change', () => {
    const rewritten = { passportNumber: 'z 1234567', cdcNumber: 'mum123456', indosNumber: '12 zl 3456' };
    expect(changedFields({ ...before, ...rewritten }, before)).toEqual([]);
    expect(changedFields(before, { cdcNumber: 'NOT ISSUED', cdcExpiresOn: null })).toEqual([
      'cdcNumber',
      'cdcExpiresOn',
    ]);
  });

  it('takes a document that did not exist when the profile was checked for no change, until there is one', () => {
    const { passportDocumentId: _, cdcDocumentId: __, indosDocumentId: ___, ...checked } = before;
    expect(changedFields(checked as typeof before, before)).toEqual([]);
    expect(changedFields(checked as typeof before, { ...before, cdcDocumentId: 'd' })).toEqual(['cdcDocumentId']);
  });

  it('ignores equal values and contact details', () => {
    expect(changedFields(before, before)).toEqual([]);
    expect(changedFields(before, {})).toEqual([]);
    expect(changedFields(before, { name: undefined })).toEqual([]);
    expect(changedFields(before, { phone: '+911234567', city: 'Goa' } as object)).toEqual([]);
  });
});

describe('requireCdcExpiry', () => {
  it('asks for a day unless no discharge book was issued', () => {
    expect(requireCdcExpiry({ cdcNumber: 'MUM 123456', cdcExpiresOn: '2030-05-01' })).toBe('2030-05-01');
    expect(requireCdcExpiry({ cdcNumber: 'NOT ISSUED', cdcExpiresOn: '2030-05-01' })).toBeNull();
    expect(() => requireCdcExpiry({ cdcNumber: 'MUM 123456', cdcExpiresOn: null })).toThrow('CDC expiry is required');
  });
});

describe('requirePastBirthDate', () => {
  it('accepts yesterday and no date, and refuses today and tomorrow', () => {
    expect(() => requirePastBirthDate('2026-11-19', '2026-11-20')).not.toThrow();
    expect(() => requirePastBirthDate(undefined, '2026-11-20')).not.toThrow();
    expect(() => requirePastBirthDate('2026-11-20', '2026-11-20')).toThrow('Date of birth must be in the past');
    expect(() => requirePastBirthDate('2026-11-21', '2026-11-20')).toThrow('Date of birth must be in the past');
  });
});
