import { escapeHtml } from '../escape-html.ts';

/** The pages' own colours (web/app/ui/tokens.css), and no file: whatever keeps a page from being rendered may keep a file. */
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
 * A page of words alone, when not even the one that tells of a fault could be rendered.
 *
 * @param nonce the rendering's own mark, by which the policy lets the style through (page-security.ts).
 */
export const barePage = (title: string, sentence: string, nonce: string) => `<!doctype html><html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style>
<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p><a href="">Try again</a></main></html>`;
