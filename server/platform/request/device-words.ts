import { isIPv4, isIPv6 } from 'node:net';

/** The name for a text in which all of the patterns are found. */
type Named = readonly [name: string, ...patterns: RegExp[]];

/** The order matters: each browser also names those from which it descends. */
const browsers: readonly Named[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/\d/, /\bSafari\//],
];

const systems: readonly Named[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android phone', /\bAndroid\b/, /\bMobile\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const firstOf = (names: readonly Named[], text: string) =>
  names.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(text)))?.[0];

/** The maximum number of characters that are examined; a real user agent has about 120. */
const longest = 300;

/** A readable name of a device, from the user agent of its browser: 'Chrome on Windows'. */
export function deviceInWords(userAgent: string | null): string {
  const text = userAgent?.slice(0, longest) ?? '';
  const browser = firstOf(browsers, text);
  const system = firstOf(systems, text);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/**
 * A network address, as stored for sessions, with its end masked: enough to tell home from ship, too little to identify
 * a household.
 *
 * @returns null if it is not a network address.
 */
export function maskedIp(network: string | null): string | null {
  const plain = network?.replace(/\/64$/, '') ?? '';
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 2).join('.')}.*.*`;
  return isIPv6(plain) ? [...plain.split(':').slice(0, 2), '*'].join(':') : null;
}
