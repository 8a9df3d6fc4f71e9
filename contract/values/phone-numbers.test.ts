import { describe, expect, test } from 'vitest';
import { doubtAboutMobile, Mobile, mobileWhileTyped, Phone, phoneToBeginWith } from './phone-numbers.ts';

const tenDigits = 'Please enter a valid 10-digit mobile number.';
const sentenceFor = (schema: typeof Mobile, typed: unknown) => schema.safeParse(typed).error?.issues[0]?.message;

/** As people write, paste and autofill the number 98200 12345 of India. */
const indian = [
  '9820012345',
  '98200 12345',
  ' 98200-12345 ',
  '+91 98200 12345',
  '+919820012345',
  '+91-98200-12345',
  '+91 (0)98200 12345',
  '+91 098200 12345',
  '(+91) 98200.12345',
  '91 98200 12345',
  '0091 98200 12345',
  '098200 12345',
  '0 98200 12345',
  'tel:+91-98200-12345',
  '＋９１ ９８２００ １２３４５',
  '९८२०० १२३४५',
  '٩٨٢٠٠١٢٣٤٥',
  '+۹۱ ۹۸۲۰۰ ۱۲۳۴۵',
  '\u200e+91 98200 12345\u200f',
  '\u202a+91 98200\u00a012345\u202c',
  '\u2066\u061c98200\u201112345\u2069',
  '+91\u200798200\u202f12345',
];

describe('a mobile number', () => {
  // shows: rules/register-mobile, constants/mobile
  test.each(indian)('%j is stored as ten digits', (typed) => {
    expect(Mobile.parse(typed)).toBe('9820012345');
  });

  test.each([
    ['+63 917 123 4567', '+639171234567'],
    ['0063 917 123 4567', '+639171234567'],
    ['+44 7911 123456', '+447911123456'],
    ['+1 (555) 010-0191', '+15550100191'],
    ['+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', '+971501234567'],
  ])('%j of another country is stored with its code, as %j', (typed, stored) => {
    expect(Mobile.parse(typed)).toBe(stored);
    expect(Mobile.parse(stored)).toBe(stored);
  });

  // shows: rules/register-mobile
  test.each([
    '',
    '   ',
    '12345',
    '982001234',
    '98200123456',
    '0982001234',
    '+91 98200 1234',
    '+91 98200 123456',
    '98200 12345 ext 7',
    '98200 12345x7',
    '98200 12345 / 98200 54321',
    '98200 I2345',
    'ninety-eight',
    '+',
    '0',
    '++919820012345',
    '98200+12345',
    '98200#12345',
    '98200\u000012345;',
    '9'.repeat(41),
  ])('%j is refused', (typed) => {
    expect(sentenceFor(Mobile, typed)).toBe(tenDigits);
  });

  test.each(['+44 123', '+63 917 123 4567 x2', '+0 917 123 4567', '+4479111234567890'])(
    '%j is refused, with the country code asked for',
    (typed) => {
      expect(sentenceFor(Mobile, typed)).toBe(
        'Please enter a valid mobile number with its country code, such as +63 917 123 4567.',
      );
    },
  );

  test.each(['1712345678', '01712-345678', '+91 1712345678', '5551234567', '2223456789'])(
    '%j is none of India, and the country code is asked for',
    (typed) => {
      expect(sentenceFor(Mobile, typed)).toBe(
        'Please enter a valid mobile number with its country code, such as +63 917 123 4567.',
      );
    },
  );

  // shows: rules/register-mobile-digits
  test('while it is typed, only ten digits are kept, and no digit of a longer number is cut', () => {
    for (const typed of indian) expect(mobileWhileTyped(typed)).toBe('9820012345');
    expect(mobileWhileTyped('98200 12345 99')).toBe('9820012345');
    expect(mobileWhileTyped('Mobile: +91 98200 12345')).toBe('9820012345');
    expect(mobileWhileTyped('98a200')).toBe('98200');
    expect(mobileWhileTyped('+91982001234')).toBe('+91982001234');
    expect(mobileWhileTyped('91982001234')).toBe('91982001234');
    expect(mobileWhileTyped('0982001234')).toBe('0982001234');
    expect(mobileWhileTyped('+44 7911 123456')).toBe('+447911123456');
  });

  test.each(['+91 98200 12345', '0091 98200 12345', '098200 12345', '91 98200 12345', '98200 12345'])(
    '%j can be typed one character after the other',
    (typed) => {
      let shown = '';
      for (const character of typed) shown = mobileWhileTyped(shown + character);
      expect(shown).toBe('9820012345');
    },
  );

  test.each([
    ['', ''],
    ['9820012345', ''],
    ['9151234567', ''],
    ['1712345678', 'The country code is missing.'],
    ['+639171234567', ''],
    ['0982001234', 'This number is not complete.'],
    ['9198200123', 'Please check that no digit is missing at the end.'],
  ])('of an earlier registration, %j, is marked: %j', (mobile, doubt) => {
    expect(doubtAboutMobile({ mobile, mobileConfirmed: false })).toBe(doubt);
  });

  test('is not marked once its owner has confirmed it, unless it is not complete', () => {
    expect(doubtAboutMobile({ mobile: '9198200123', mobileConfirmed: true })).toBe('');
    expect(doubtAboutMobile({ mobile: '0982001234', mobileConfirmed: true })).toBe('This number is not complete.');
  });
});

describe('a phone number', () => {
  // shows: rules/profile-phone
  test.each([
    ['+91 98200 12345', '+919820012345'],
    ['+91+91 98200 12345', '+919820012345'],
    ['+9191 98200 12345', '+919820012345'],
    ['+910091 98200 12345', '+919820012345'],
    ['+91९८२०० १२३४५', '+919820012345'],
    ['+910063 917 123 4567', '+639171234567'],
    ['919820012345', '+919820012345'],
    ['022 2345 6789', '02223456789'],
    ['٩٨٢٠٠١٢٣٤٥', '9820012345'],
    ['1234567', '1234567'],
    ['+123456789012345', '+123456789012345'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(Phone.parse(typed)).toBe(stored);
    expect(Phone.parse(stored)).toBe(stored);
  });

  test.each(['12345', '1234567890123456', '+91', '98200 12345 ext 7', 'call me'])('%j is refused', (typed) => {
    expect(sentenceFor(Phone, typed)).toBe('Enter a valid phone number');
  });
});

test.each([
  ['9820012345', false, '+919820012345'],
  ['+639171234567', false, '+639171234567'],
  ['', false, '+91'],
  // perhaps cut, unless its owner says that it is not; and not complete
  ['9198200123', false, '+91'],
  ['9198200123', true, '+919198200123'],
  ['982001', false, '+91'],
])(
  'a profile of somebody who registered with “%s”, confirmed: %s, begins with %s',
  (mobile, mobileConfirmed, phone) => {
    const begun = phoneToBeginWith({ mobile, mobileConfirmed });
    expect(begun.phone).toBe(phone);
    // a number that is known and not taken over is doubtful
    expect(begun.doubt !== '').toBe(mobile !== '' && phone === '+91');
  },
);
