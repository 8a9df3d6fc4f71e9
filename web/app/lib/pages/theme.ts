export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/**
 * Runs in the head before the first paint, as text. Pages are cached and the same for everyone, so the state of this
 * browser (theme, font, whether somebody is signed in) is set here, without layout shift later.
 */
export const headScript = `(function(d,s){try{s=localStorage;var t=s.getItem('theme');if(t==='light'||t==='dark')d.dataset.theme=t;if(s.getItem('accessToken')||s.getItem('token'))d.setAttribute('data-signed-in','');if(s.getItem('letters')!==null)d.setAttribute('data-letters','')}catch(e){}})(document.documentElement)`;

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
