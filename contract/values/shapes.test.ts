import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { Credentials } from '../accounts/calls.ts';
import { Email, KnownEmail } from './emails.ts';
import { ListQuery, line, personName, text } from './shapes.ts';

const sentence = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message;

describe('a text', () => {
  // shows: asvs/1.3.3
  test('loses zero-width characters, control characters and characters that change the writing direction', () => {
    const typed = '\ufeffFire\u0000 \u202efighting\u202c\r\nand\u200b rescue\u0007\ud800';
    expect(z.parse(text('Title'), typed)).toBe('Fire fighting\nand rescue\ufffd');
    expect(z.parse(line('Name'), 'As\u00adha\u180e\u{e0041} Nair\u061c')).toBe('Asha Nair');
  });

  test('keeps the joiners of Indian scripts, and composes characters', () => {
    expect(z.parse(line('Name'), 'क्\u200dष राजेश')).toBe('क्\u200dष राजेश');
    expect(z.parse(line('Name'), 'Jose\u0301')).toBe('Jos\u00e9');
  });

  test('on one line has no line breaks, and something visible on it', () => {
    expect(z.parse(line('Name'), '  Ravi \n\t Kumar\u2028Nair ')).toBe('Ravi Kumar Nair');
    for (const nothing of ['', ' \n ', '\u200b\u200d', undefined]) {
      expect(sentence(line('Name'), nothing)).toBe('Name is required');
    }
  });

  test('that names a person contains characters of an alphabet', () => {
    expect(sentence(personName('Name', 60), '--')).toBe('Please write the name in letters');
    expect(sentence(personName('Name', 60), ' ')).toBe('Name is required');
    // letters, but not seen
    expect(sentence(personName('Name', 60), '\u3164\u115f\u1160\uffa0')).toBe('Name is required');
    for (const name of ['राजेश', 'Ó Súilleabháin', '王']) expect(z.parse(personName('Name', 60), name)).toBe(name);
  });

  // shows: threats/slow-pattern
  test('is measured after normalisation, and beforehand if it is far too long', () => {
    expect(sentence(line('Name', 3), 'a\u200b\u200bbc ')).toBeUndefined();
    expect(sentence(line('Name', 3), 'abcd')).toBe('Name is too long');
    expect(sentence(line('Name', 3), `abc${' '.repeat(100)}`)).toBeUndefined();
    expect(sentence(line('Name', 3), `abc${' '.repeat(1000)}`)).toBe('Name is too long');
  });

  // shows: threats/slow-pattern
  test('has at most 30 combining marks on a character', () => {
    expect(z.parse(text('Title'), `a${'\u0315'.repeat(31)}b\u0315`)).toBe(`a${'\u0315'.repeat(30)}b\u0315`);
    expect(z.parse(text('Title'), `a${'\u0315\u200b'.repeat(31)}`)).toBe(`a${'\u0315'.repeat(30)}`);
    expect(z.parse(text('Title'), `a${'\u0315'.repeat(30)}`)).toBe(`a${'\u0315'.repeat(30)}`);
  });
});

describe('an email', () => {
  test('copied with an invisible character is the email that is visible', () => {
    expect(z.parse(Email, ' Ravi@Example.ORG\u200b')).toBe('ravi@example.org');
    expect(z.parse(Email, 'ra\u00advi@example.org')).toBe('ravi@example.org');
  });

  test.each([
    'a@b.c',
    'a@sub.b.co',
    'o’neill+crew@b-c.co',
    'рави@пример.рф',
    'रवि@उदाहरण.भारत',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.co`,
  ])('is accepted: %j', (typed) => expect(z.parse(Email, typed)).toBe(typed));

  // shows: asvs/1.3.11
  test.each([
    'ravi@example',
    'ravi@example.',
    'ravi@.example',
    '@example.org',
    'a@b.co,c@d.co',
    'a@b.co\nBcc: c@d.co',
    'Ravi <a@b.co>',
    'ravi@[127.0.0.1]',
    'ra\\vi@example.org',
    `${'a'.repeat(250)}@b.co`,
    // RFC 5321, 4.1.2 and 4.5.3.1: no empty atom or label, no label that begins or ends with a hyphen
    'a@crew.test.',
    'a@b..com',
    'a@.b.com',
    'a.@b.com',
    '.a@b.com',
    'a..b@b.com',
    'a@-x.test',
    'a@x-.test',
    'a@x.test-',
    'a@x_y.test',
    'a@192.0.2.1',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(64)}.co`,
  ])('is refused: %j', (typed) => expect(sentence(Email, typed)).toBeTruthy());

  test.each(['a..b@docomo.ne.jp', 'ab.@docomo.ne.jp', 'x@y_z.com'])(
    'that an earlier version took still finds its account, and is not taken again: %s',
    (stored) => {
      expect([z.parse(KnownEmail, stored), z.safeParse(Email, stored).success]).toEqual([stored, false]);
    },
  );

  test('has a maximum length at login too, because attempts are counted by email', () => {
    const email = `${'a'.repeat(300)}@b.co`;
    expect(sentence(Credentials, { email, password: 'lighthouse' })).toBe('Email is too long');
  });
});

describe('the query of a list', () => {
  // shows: asvs/1.4.2
  test.each([
    { limit: '0' },
    { limit: '201' },
    { limit: '1.5' },
    { limit: 'all' },
    { limit: '' },
    { limit: ['1', '2'] },
  ])('has a limit from 1 to 200, and %o is refused', (query) =>
    expect(sentence(ListQuery, query)).toBe('The limit is a number from 1 to 200'),
  );

  test.each(['', 'junk', "' or 1=1 --", '00000000-0000-4000-8000'])(
    'continues after an id, and %j is refused',
    (after) => expect(sentence(ListQuery, { after })).toBe('There is no such place in this list'),
  );

  test('accepts the minimum and the maximum', () => {
    expect(z.parse(ListQuery, { limit: '1' })).toEqual({ limit: 1 });
    expect(z.parse(ListQuery, { limit: '200', q: ' fire' })).toEqual({ limit: 200, q: ' fire' });
  });
});
