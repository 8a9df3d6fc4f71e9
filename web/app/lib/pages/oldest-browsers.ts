/**
 * The oldest versions that the site is built for, by the names of `build.target` (vite.config.ts). README.md names
 * them too; iOS is Safari's.
 */
export const oldest = { chrome: '114', edge: '114', firefox: '128', safari: '16.4', ios: '16.4' } as const;

const { chrome, firefox, safari } = oldest;

/** What a page says above itself where its scripts do not run: its `noscript` element, which stands first. */
export const scriptsNeeded = `You can read the public pages with this browser. Everything else needs JavaScript, in Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari} or newer.`;

declare global {
  interface Window {
    /** Set once the browser could read the scripts of the page (entry.client.tsx). */
    hasStarted?: boolean;
  }
}

/**
 * Shows what the `noscript` element says in a browser that knows no modules, or cannot read one before the page has
 * started. A part of the head script, and as that in the syntax of 2009, since it has to run there.
 */
export const ageCheck = `!function(d){function f(e){if(!window.hasStarted&&(!e||(e.error||e.reason)instanceof SyntaxError)){hasStarted=1;var n=d.getElementsByTagName('noscript')[0],p=d.createElement('p');p.className=n.className;p.textContent=n.textContent;d.body.insertBefore(p,n)}}addEventListener('error',f);addEventListener('unhandledrejection',f);'noModule'in d.scripts[0]||addEventListener('load',function(){f()})}(document);`;
