import { ageCheck } from './oldest-browsers.ts';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/**
 * The time to the first byte of a page, in milliseconds, below which the web font arrives before a browser paints
 * without it: it waits for a preloaded font for a tenth of a second (docs/decisions/0047).
 */
const fastLink = 60;

/**
 * Runs in the head before the first paint, as text. Pages are cached and the same for everyone, so the state of this
 * browser (theme, font, whether somebody is signed in) is set here, without layout shift later. The font is preloaded
 * and used if it is in this device's cache, or if the link is fast enough and nobody wants to save data. It is written
 * for the oldest browsers, which it tells that they are too old. Only the server has the text: it has run when the
 * browser hydrates.
 */
export const headScript = (font: string): string =>
  !import.meta.env.SSR
    ? ''
    : `${ageCheck}(function(d,s,n){try{s=localStorage;var t=s.getItem('theme');if(t==='light'||t==='dark')d.dataset.theme=t;if(s.getItem('accessToken')||s.getItem('token'))d.setAttribute('data-signed-in','');n=performance.getEntriesByType('navigation')[0];if(s.getItem('letters')!==null||n.responseStart-n.requestStart<${fastLink}&&!s.getItem('lowData')&&!(navigator.connection||{}).saveData){d.setAttribute('data-letters','');document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'font',crossOrigin:'',href:'${font}'}))}}catch(e){}})(document.documentElement)`;

/**
 * The attributes of `<html>` that the head script has set, as this page begins; none on the server. React removes those
 * that it does not know when it makes the document again.
 */
export const headState: Readonly<Record<string, string>> = import.meta.env.SSR
  ? {}
  : Object.fromEntries(
      [...document.documentElement.attributes].flatMap(({ name, value }) =>
        name.startsWith('data-') ? [[name, value]] : [],
      ),
    );

/** The theme chosen on this device; 'system' follows the device's setting. */
export function getTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Changes the theme at once and for later visits. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem('theme');
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem('theme', theme);
  }
}
