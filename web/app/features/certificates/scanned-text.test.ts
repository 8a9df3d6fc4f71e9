import { describe, expect, test } from 'vitest';
import { scannedText } from './scanned-text.ts';

const origins = ['http://127.0.0.1:3000', 'https://academy.example'];
const noCode = { problem: 'This is not the code of a certificate.' };

describe('a scanned text', () => {
  test.each([
    ['https://academy.example/C#ABC234', '/C#ABC234'],
    ['HTTPS://ACADEMY.EXAMPLE/C#ABC234', '/C#ABC234'],
    ['http://127.0.0.1:3000/c#ABC234', '/C#ABC234'],
    ['https://academy.example/verify/FMA-2026-7K3PW9QX2MTHA', '/verify/FMA-2026-7K3PW9QX2MTHA'],
    [' FMA-2026-7K3PW9QX2MTHA ', '/verify/FMA-2026-7K3PW9QX2MTHA'],
    ['FMA20267K3PW9QX2MTHA', '/verify/FMA20267K3PW9QX2MTHA'],
  ])('leads to a page of this site: %s', (text, to) => {
    expect(scannedText(text, origins)).toEqual({ to });
  });

  test.each([
    ['https://forged.example/C#ABC234', 'forged.example'],
    ['https://academy.example.forged.example/C#ABC234', 'academy.example.forged.example'],
    ['https://academy.example@forged.example/C#ABC234', 'forged.example'],
    ['http://academy.example/C#ABC234', 'academy.example'],
    ['javascript:alert(1)', 'another website'],
    ['data:text/html,/C#ABC', 'another website'],
  ])('of another site is not followed: %s', (text, host) => {
    expect(scannedText(text, origins)).toEqual({ problem: expect.stringContaining(`leads to ${host},`) });
  });

  test.each([
    '',
    'hello',
    'https://academy.example/',
    'https://academy.example/C',
    'https://academy.example/login#ABC',
    'https://academy.example/verify',
    'https://academy.example/verify/%E0%A4%A',
  ])('that names no certificate is ignored: %j', (text) => {
    expect(scannedText(text, origins)).toEqual(noCode);
  });
});
