import { escapeHtml } from '../escape-html.ts';

/**
 * The colours of the pages (web/app/ui/styles/tokens.css). No file is loaded: the fault that prevents rendering may
 * affect files, too.
 */
const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;align-content:center;font:1.125rem/1.6 system-ui,sans-serif;
background:light-dark(#f6f2e8,#0a1626);color:light-dark(#0f2138,#eee9dc)}
main{max-width:34rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.9rem;line-height:1.2;margin:0}
p{margin:.75rem 0 0;color:light-dark(#47566b,#a9b7ca)}
a{display:inline-block;margin-top:1.75rem;padding:.6rem 1.25rem;border-radius:.5rem;font-weight:600;
text-decoration:none;background:light-dark(#c2410c,#ff8552);color:light-dark(#ffffff,#200d04)}
a:focus-visible{outline:3px solid light-dark(#0f2138,#eee9dc);outline-offset:3px}`;

/**
 * A page of text only, for when even the error page could not be rendered.
 *
 * @param nonce the nonce of this rendering, by which the policy allows the style (page-security.ts).
 */
export const barePage = (title: string, sentence: string, nonce: string) => `<!doctype html><html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style>
<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p><a href="">Try again</a></main></html>`;
