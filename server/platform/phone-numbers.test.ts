import { DialledMobile } from '@fairlead/contract/accounts/own-account';
import { Phone } from '@fairlead/contract/values/phone-numbers';
import { describe, expect, test } from 'vitest';
import { readMobile, requirePhone } from './phone-numbers.ts';

const read = (typed: string, country?: string) => readMobile(DialledMobile.parse(typed), country);

describe('a mobile number', () => {
  // with their trunk zero, as people write it on paper
  test.each([
    ['+63 0917 123 4567', '+639171234567'],
    ['+63 (0)917 123 4567', '+639171234567'],
    ['0063 0917 123 4567', '+639171234567'],
    ['+880 01712-345678', '+8801712345678'],
    ['+62 0812 3456 7890', '+6281234567890'],
    ['+44 (0)7911 123456', '+447911123456'],
    ['+94 071 234 5678', '+94712345678'],
    ['+95 09 7912 34567', '+959791234567'],
    ['+84 0912 345 678', '+84912345678'],
    ['+380 0671234567', '+380671234567'],
    ['+7 8 912 345 6789', '+79123456789'],
    // countries whose numbers begin with a zero keep it
    ['+39 06 6981 2345', '+390669812345'],
    ['+39 312 345 6789', '+393123456789'],
    ['+225 0707123456', '+2250707123456'],
    ['+242 06 123 4567', '+242061234567'],
    ['+1 (555) 010-0191', '+15550100191'],
    // as India writes its own
    ['+91 (0)98200 12345', '9820012345'],
    ['098200 12345', '9820012345'],
    ['0917 123 4567', '9171234567'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(read(typed)).toEqual({ number: stored });
    expect(read(stored)).toEqual({ number: stored });
  });

  test.each([
    ['0917 123 4567', 'PH', '+639171234567'],
    ['917 123 4567', 'PH', '+639171234567'],
    ['01712-345678', 'BD', '+8801712345678'],
    ['0812 3456 7890', 'ID', '+6281234567890'],
    ['071 234 5678', 'LK', '+94712345678'],
    ['050 123 4567', 'AE', '+971501234567'],
    ['312 345 6789', 'IT', '+393123456789'],
    // of India all the same: it is none of the country
    ['98200 12345', 'BD', '9820012345'],
    ['91 98200 12345', 'PH', '9820012345'],
    ['+91 98200 12345', 'PH', '9820012345'],
    ['+63 917 123 4567', 'BD', '+639171234567'],
    ['098200 12345', 'IN', '9820012345'],
  ])('%j of somebody in %s is stored as %j', (typed, country, stored) => {
    expect(read(typed, country)).toEqual({ number: stored });
  });

  test.each([
    ['01712-345678', undefined, 'with its country code'],
    ['1712345678', 'IN', 'with its country code'],
    ['1712345678', 'PH', 'with its country code'],
    ['+63 917 12', undefined, 'with its country code'],
    ['+63 917 123 4567 8901', undefined, 'with its country code'],
    ['+91 1712345678', 'BD', 'with its country code'],
    ['982001234', undefined, 'valid 10-digit mobile number'],
  ])('%j of somebody in %s is asked about', (typed, country, sentence) => {
    expect(read(typed, country).fault).toContain(sentence);
  });
});

describe('a phone number', () => {
  test.each([
    ['+63 0917 123 4567', 'Philippines', 'PH', '+639171234567'],
    ['0917 123 4567', 'Philippines', 'PH', '+639171234567'],
    ['01712-345678', 'Bangladesh', 'BD', '+8801712345678'],
    ['06 6981 2345', 'Italy', 'IT', '+390669812345'],
    ['+91 098200 12345', 'India', 'IN', '+919820012345'],
    ['022 2345 6789', 'India', 'IN', '02223456789'],
    ['9820012345', 'India', 'IN', '9820012345'],
    ['1234567', 'nowhere', undefined, '1234567'],
    ['+123456789012345', 'nowhere', undefined, '+123456789012345'],
  ])('%j in %s is stored as %4$j', (typed, _, country, stored) => {
    expect(requirePhone(Phone.parse(typed), country)).toBe(stored);
  });

  test('of another country behind the offered code of India is asked about', () => {
    expect(() => requirePhone(Phone.parse('+910917 123 4567'), 'PH')).toThrow('with the code of its country');
  });
});
