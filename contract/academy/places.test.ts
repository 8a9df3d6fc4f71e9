import { describe, expect, test } from 'vitest';
import { countryCodes, countryName } from '../values/countries.ts';
import { gstStates } from './gst.ts';
import {
  countryCodeOf,
  countryToPropose,
  indianStates,
  isImpossiblePin,
  noSuchPin,
  pinDoubt,
  placeDoubt,
  stateCodeOf,
  stateOfPin,
} from './places.ts';

describe('a state of India', () => {
  test('is one of 28 states and 8 union territories, each recognised by its name', () => {
    expect(indianStates).toHaveLength(36);
    for (const { code, name } of indianStates) {
      expect([stateCodeOf(name), stateCodeOf(name.toUpperCase()), stateCodeOf(code)]).toEqual([code, code, code]);
    }
  });

  test.each([
    ['Andhra', 'Andhra Pradesh'],
    ['Andra Pradesh', 'Andhra Pradesh'],
    ['Telengana', 'Telangana'],
    ['TN - Chennai', 'Tamil Nadu'],
    ['TAMILNADU', 'Tamil Nadu'],
    ['Mumbai, MH 400001', 'Maharashtra'],
    ['Maharastra', 'Maharashtra'],
    ['State of Kerala', 'Kerala'],
    ['Kerela', 'Kerala'],
    ['Karnataka, India', 'Karnataka'],
    ['Orissa', 'Odisha'],
    ['Uttaranchal', 'Uttarakhand'],
    ['Pondicherry', 'Puducherry'],
    ['Jammu & Kashmir', 'Jammu and Kashmir'],
    ['J&K', 'Jammu and Kashmir'],
    ['U.P.', 'Uttar Pradesh'],
    ['NCT of Delhi', 'Delhi'],
    ['Dadra & Nagar Haveli', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['Daman and Diu', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['Ladakh', 'Ladakh'],
    ['A & N Islands', 'Andaman and Nicobar Islands'],
    ['27-Maharashtra', 'Maharashtra'],
    ['IN-MH', 'Maharashtra'],
    ['West Bangal', 'West Bengal'],
  ])('is recognised in %j', (written, name) => {
    expect(gstStates[stateCodeOf(written) ?? '']).toBe(name);
  });

  test.each(['', 'Atlantis', 'Pradesh', 'Kerala / TN', 'Mumbai', 'Cebu', '97', '25', 'constructor'])(
    'is not recognised in %j',
    (written) => {
      expect(stateCodeOf(written)).toBeUndefined();
    },
  );
});

describe('a country', () => {
  test('is recognised by its name', () => {
    for (const code of countryCodes) expect([countryName(code), countryCodeOf(countryName(code))]).toContain(code);
  });

  test.each([
    ['Republic of India', 'IN'],
    ['Indian', 'IN'],
    ['BHARAT', 'IN'],
    ['India.', 'IN'],
    ['Kerala, India', 'IN'],
    ['in', 'IN'],
    ['Phillipines', 'PH'],
    ['Filipino', 'PH'],
    ['U.A.E.', 'AE'],
    ['Srilanka', 'LK'],
    ['Turkey', 'TR'],
    ['People’s Republic of China', 'CN'],
    ['Democratic Republic of the Congo', 'CD'],
    ['Indoneisa', 'ID'],
  ])('is recognised in %j', (written, code) => {
    expect(countryCodeOf(written)).toBe(code);
  });

  // TN and MH are codes of countries too, which would put an Indian address abroad
  test.each(['', 'Atlantis', 'Kerala', 'TN', 'MH', 'N/A', 'Sorth Korea', 'Abroad', 'India / Nepal'])(
    'is not recognised in %j',
    (written) => {
      expect(countryCodeOf(written)).toBeUndefined();
    },
  );

  test('and the state in it are doubted where they are not in the lists', () => {
    expect(placeDoubt({ state: 'Elsewhere', country: 'Indian' })).toContain('‘Elsewhere’');
    expect(placeDoubt({ state: 'Kerala', country: 'Atlantis' })).toContain('‘Atlantis’');
    expect(placeDoubt({ state: 'Andhra', country: 'Republic of India' })).toBe('');
    expect(placeDoubt({ state: 'Cebu', country: 'Philippines' })).toBe('');
  });
});

describe('a PIN code', () => {
  test.each([
    ['682001', 'Kerala'],
    ['६८२ ००१', 'Kerala'],
    ['403001', 'Goa'],
    ['110001', 'Delhi'],
    ['500001', 'Telangana'],
    ['520001', 'Andhra Pradesh'],
    ['533464', 'Puducherry'],
    ['605001', 'Puducherry'],
    ['737101', 'Sikkim'],
    ['744101', 'Andaman and Nicobar Islands'],
    ['682555', 'Lakshadweep'],
    ['194101', 'Ladakh'],
    ['248001', 'Uttarakhand'],
    ['396210', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['834001', 'Jharkhand'],
    ['795001', 'Manipur'],
    // both Punjab and Chandigarh; the Army Postal Service; no such codes
    ['160055', undefined],
    ['905001', undefined],
    ['101010', undefined],
    ['012345', undefined],
    ['68200', undefined],
  ])('%s proposes %s', (pin, name) => {
    const code = stateOfPin(pin);
    expect(code && gstStates[code]).toBe(name);
  });

  test('proposes each state and union territory of India', () => {
    const proposed = new Set(Array.from({ length: 900 }, (_, n) => `${n + 100}001`).map(stateOfPin));
    for (const pin of ['396210', '682555', '605001']) proposed.add(stateOfPin(pin));
    expect(indianStates.filter(({ code }) => !proposed.has(code))).toEqual([]);
  });

  test.each([
    ['Kerala', '682001', ''],
    ['Kerala', '400001', 'This PIN code is in Maharashtra, not in Kerala.'],
    ['Maharashtra', '403001', 'This PIN code is in Goa, not in Maharashtra.'],
    ['Punjab', '160055', ''],
    ['Kerala', '160055', 'This PIN code is in Chandigarh or Punjab or Haryana, not in Kerala.'],
    ['Goa', '905001', ''],
    ['Atlantis', '400001', ''],
    ['Kerala', '12345', noSuchPin],
    ['Kerala', '541001', noSuchPin],
    ['Kerala', '012345', noSuchPin],
  ])('in %s, of %s is said: %j', (state, zipCode, said) => {
    expect(pinDoubt({ state, country: 'India', zipCode })).toBe(said);
    expect(isImpossiblePin({ country: 'Indian', zipCode })).toBe(said === noSuchPin);
    expect(pinDoubt({ state, country: 'Philippines', zipCode })).toBe('');
  });
});

test.each([
  ['Korea, North', 'KP'],
  ['Korea, South', 'KR'],
  ["Korea, Democratic People's Republic of", 'KP'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['Congo, Democratic Republic of', 'CD'],
  ['Congo, West', undefined],
])('what stands behind the comma counts in the country %j', (written, code) => {
  expect(countryCodeOf(written)).toBe(code);
});

test('a word such as North behind a comma says nothing of a state of India', () => {
  expect([stateCodeOf('Goa, North'), stateCodeOf('Delhi, South')]).toEqual(['30', '07']);
});

test.each([
  ['Uttarakhand', '244715'],
  ['Uttar Pradesh', '244713'],
])('a PIN code on the border of %s is not called one of the other state: %s', (state, zipCode) => {
  expect(pinDoubt({ state, country: 'India', zipCode })).toBe('');
});

test('India is proposed by an academy in India, and no country by others', () => {
  expect(['Asia/Kolkata', 'Asia/Calcutta', 'Asia/Manila', 'Etc/UTC'].map(countryToPropose)).toEqual([
    'India',
    'India',
    '',
    '',
  ]);
});
