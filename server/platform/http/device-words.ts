import { isIPv4, isIPv6 } from 'node:net';

/** What a text is called in which all of the patterns are found. */
type Named = readonly [name: string, ...patterns: RegExp[]];

/** In this order, since each browser also names those it descends from. */
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

/** No more is looked at; a browser's own text has some 120 characters. */
const longest = 300;

/** A device as a person would call it, from the text by which its browser introduces itself: 'Chrome on Windows'. */
export function deviceInWords(userAgent: string | null): string {
  const text = userAgent?.slice(0, longest) ?? '';
  const browser = firstOf(browsers, text);
  const system = firstOf(systems, text);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/**
 * A network, as sessions keep it, with its end hidden: enough to tell home from ship, too little to find a household.
 *
 * @returns null for what is no network.
 */
export function maskedAddress(network: string | null): string | null {
  const plain = network?.replace(/\/64$/, '') ?? '';
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 2).join('.')}.*.*`;
  return isIPv6(plain) ? [...plain.split(':').slice(0, 2), '*'].join(':') : null;
}
