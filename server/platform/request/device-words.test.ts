import { describe, expect, test } from 'vitest';
import { longTest } from '../../testing/cases.ts';
import { deviceInWords, maskedIp } from './device-words.ts';

describe('a device description', () => {
  // shows: threats/slow-pattern
  longTest('takes negligible time, whatever a header contains', async () => {
    const before = process.threadCpuUsage().user;
    for (const unit of ['Android ', 'Android Mobil ', 'Version/1', 'Edg', ' '])
      expect(deviceInWords(unit.repeat(16_000 / unit.length))).toBeTruthy();
    expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(10);
  });

  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  test.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'Edge on Windows',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/153.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Chromebook'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome on Android phone'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-X210) ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`,
      'Opera on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox on Android phone'],
    ['curl/8.14.1', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s', (userAgent, words) => expect(deviceInWords(userAgent)).toBe(words));
});

test.each([
  ['203.0.113.77', '203.0.*.*'],
  ['2001:db8:85a3:0::/64', '2001:db8:*'],
  ['0:0:0:0::/64', '0:0:*'],
  ['unknown', null],
  ['page', null],
  ['', null],
  [null, null],
])('of the network %s is shown as %s', (ip, shown) => expect(maskedIp(ip)).toBe(shown));
