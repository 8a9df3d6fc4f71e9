import { longestProgressFile } from '@fairlead/contract/offline-records';
import { describe, expect, test } from 'vitest';
import { isLong } from '../../testing/cases.ts';
import { inspect } from './email-inspection.ts';
import { mostEmailBytes, progressInEmail } from './progress-in-email.ts';

const progress = '{"format":"fairlead-progress","version":1}';
const base64 = (text: string) =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');

type Sent = { name?: string; type?: string; text?: string };

/** One part of an email, as the mail program of a ship writes an attachment. */
const attached = ({ name = 'x.fairlead-progress', type = 'application/octet-stream', text = progress }: Sent = {}) =>
  [
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    base64(text),
  ].join('\r\n');

const emailOf = (parts: readonly string[], headers: readonly string[] = [], boundary = 'b') =>
  [
    'From: master@ship.example',
    'To: progress@academy.example',
    'Subject: Progress',
    ...headers,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...['Content-Type: text/plain\r\n\r\nGood day.', ...parts].map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    '',
  ].join('\r\n');

const bytesOf = (email: string) => new TextEncoder().encode(email);
const read = (email: string) => inspect(bytesOf(email));

describe('an attachment is progress', () => {
  test.each<[string, Sent]>([
    ['by its name', { text: 'damaged' }],
    ['by its name in capitals', { name: 'PROGRESS.FAIRLEAD-PROGRESS', text: 'damaged' }],
    ['by how it begins, whatever it is called', { name: 'att0001.dat' }],
    [
      'by how it begins, with white space',
      { name: 'a.txt', type: 'text/plain', text: `\n{ "format" : "fairlead-progress"}` },
    ],
  ])('%s', async (_, sent) => {
    expect(await read(emailOf([attached(sent)]))).toEqual({
      ...{ files: [sent.text ?? progress], isIncomplete: false, isAutomatic: false },
    });
  });

  test.each<[string, Sent]>([
    ['a picture', { name: 'logo.png', text: '\u0089PNG' }],
    ['other JSON', { name: 'a.json', text: '{"format":"something","fairlead-progress":1}' }],
    ['a name that only contains the ending', { name: 'x.fairlead-progress.zip', text: 'PK' }],
  ])('and not %s', async (_, sent) => {
    expect((await read(emailOf([attached(sent)]))).files).toEqual([]);
  });

  test('in the text of the email, where a mail program of a ship has put it', async () => {
    const inline = `Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(progress)}`;
    const files = [progress];
    expect(await read(emailOf([inline]))).toMatchObject({ files });
    expect(await read(`Subject: Progress\r\n\r\nGood day.\r\n${progress}\r\nBest regards`)).toMatchObject({ files });
  });

  test('in an email that was forwarded, as text or as an attachment', async () => {
    const inner = emailOf([attached()], [], 'inner');
    for (const disposition of ['', 'Content-Disposition: attachment; filename="mail.eml"\r\n'])
      expect(await read(emailOf([`Content-Type: message/rfc822\r\n${disposition}\r\n${inner}`]))).toMatchObject({
        ...{ files: [progress], isIncomplete: false },
      });
  });
});

describe('limits', () => {
  test('of 51 files the last is left, and of files one that is too large', async () => {
    const files = await read(emailOf(Array.from({ length: 51 }, () => attached())));
    expect([files.files.length, files.isIncomplete]).toEqual([50, true]);
    const large = attached({ text: 'A'.repeat(longestProgressFile + 1) });
    expect(await read(emailOf([large, attached()]))).toMatchObject({ files: [progress], isIncomplete: true });
  });

  test.each([
    ['as text', ''],
    ['as attachments', 'Content-Disposition: attachment\r\n'],
  ])('of emails forwarded %s many times, nothing is found and staff look at it', async (_, disposition) => {
    let email = emailOf([attached()]);
    for (let depth = 0; depth < 8; depth++)
      email = emailOf([`Content-Type: message/rfc822\r\n${disposition}\r\n${email}`], [], `b${depth}`);
    expect(await read(email)).toMatchObject({ files: [], isIncomplete: true });
  });

  const nested = Array.from(
    { length: 300 },
    (_, depth) => `Content-Type: multipart/mixed; boundary="n${depth}"\r\n\r\n--n${depth}\r\n`,
  ).join('');
  const times = Math.floor(mostEmailBytes / 9) - 300;

  // the limit is five seconds of computing, which takes longer on a machine that has other work
  const busy = [
    ['full of parts', emailOf([attached(), '--b\r\n\r\n\r\n'.repeat(times)])],
    ['full of markup', emailOf([attached(), `Content-Type: text/html\r\n\r\n${'<a href="'.repeat(times)}`])],
  ];

  test.each([
    ['with parts within parts', nested],
    ['with too many headers', `X: ${'a'.repeat(300_000)}\r\n${emailOf([attached()])}`],
    ...(isLong ? busy : []),
  ])('an email %s is not read, and nobody is written to', { timeout: 180_000 }, async (_, email) => {
    expect(await progressInEmail(bytesOf(email))).toEqual({ files: [], isIncomplete: true, isAutomatic: true });
  });

  test('what is no email has no files', async () => {
    expect((await inspect(crypto.getRandomValues(new Uint8Array(2000)))).files).toEqual([]);
    expect((await inspect(new Uint8Array())).files).toEqual([]);
  });
});

test.each([
  ['Auto-Submitted: auto-replied', true],
  ['Auto-Submitted: no', false],
  ['Precedence: bulk', true],
  ['List-Id: <crew.ship.example>', true],
  ['Return-Path: <>', true],
  ['Return-Path: <master@ship.example>', false],
])('an email with %j is from a program by itself: %s', async (header, isAutomatic) => {
  expect(await read(emailOf([attached()], [header]))).toMatchObject({ files: [progress], isAutomatic });
});

test('a bounce is, too, and a file in it is found', async () => {
  const bounce = emailOf([`Content-Type: message/rfc822\r\n\r\n${emailOf([attached()], [], 'inner')}`]).replace(
    'multipart/mixed;',
    'multipart/report; report-type=delivery-status;',
  );
  expect(await read(bounce)).toMatchObject({ files: [progress], isAutomatic: true });
});
