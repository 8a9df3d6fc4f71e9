import { isLowData } from '../device/low-data.ts';

/**
 * Storage key that records that this device has the web font in its cache; the head script reads it
 * (lib/pages/theme.ts).
 */
const key = 'letters';
/**
 * The font subset of ui/styles/type.css that every page needs; other subsets load when a page shows their characters.
 */
const face = '400 1em Archivo';

/** The time to the first byte of a page, in milliseconds, from which a link is too slow for the font: a ship's. */
const slowLink = 500;

/** Whether the reader or the browser has asked to save data, or the link is too slow for the font. */
function isFrugal(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (page && page.responseStart - page.requestStart >= slowLink) return true;
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return isLowData() || connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

/**
 * Loads the font, unless data are to be saved, and records that it is there.
 *
 * @param isHeld whether the page has the font.
 */
export async function loadFont(isHeld: () => boolean): Promise<void> {
  if (isFrugal()) return;
  const load = () => document.fonts.load(face);
  renewFailed();
  try {
    await load().catch(() => {
      renewFailed();
      return load();
    });
    if (isHeld()) localStorage.setItem(key, '');
  } catch {
    localStorage.removeItem(key); // the link broke: the system font stays
  }
}

/**
 * Puts the rules of fonts that have failed in again: a browser never loads their faces a second time. No longer as
 * optional ones: in WebKit those fail when they do not come at once. The page uses the font only once it is there.
 */
function renewFailed(): void {
  const failed = [...document.fonts].filter(({ status }) => status === 'error');
  const isFailed = (range: string) => failed.some(({ unicodeRange }) => unicodeRange === range);
  for (const sheet of document.styleSheets)
    for (const [index, rule] of [...sheet.cssRules].entries())
      if (rule instanceof CSSFontFaceRule && isFailed(rule.style.getPropertyValue('unicode-range'))) {
        sheet.deleteRule(index);
        sheet.insertRule(rule.cssText.replace('optional', 'swap'), index);
      }
}
