import { isIPv4, isIPv6 } from 'node:net';

/** In this order, since each browser also names those it descends from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (Mobile\/\w+ )?Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Android phone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (names: typeof browsers, text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** A device as a person would call it, from the text by which its browser introduces itself: 'Chrome on Windows'. */
export function deviceInWords(userAgent: string | null): string {
  const browser = firstOf(browsers, userAgent ?? '');
  const system = firstOf(systems, userAgent ?? '');
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
