/**
 * A URL, read; undefined for a text that is none, and without a base for one that is not absolute. `URL.parse` and
 * `URL.canParse` are missing in Safari 16.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
