import { createHash } from 'node:crypto';

/** Headers of every answer that is a page or belongs to one. */
export const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // The camera reads codes of certificates. A page that the browser goes on to keeps the policy of the first one.
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/**
 * Headers of the scripts and fonts of a build. No browser makes a document of one, nor a worker: the rest of a page's
 * headers says nothing of them, and is some 200 bytes that a page's dozen of files would each repeat.
 */
export const partHeaders = { 'x-content-type-options': pageHeaders['x-content-type-options'] } as const;

/**
 * Takes the rendering's own mark off a page and gives the content security policy that lets exactly the marked
 * inline scripts and styles run. A nonce does not go with cached pages, and hashing whatever is inline would bless
 * what somebody smuggled in: only what carries the unguessable `nonce` of this rendering is hashed.
 */
export function seal(html: string, nonce: string): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`;
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + mark.length)) {
    const tag = html.startsWith('<style', html.lastIndexOf('<', at)) ? 'style' : 'script';
    const begin = html.indexOf('>', at) + 1;
    const content = html.slice(begin, html.indexOf(`</${tag}>`, begin));
    if (content) hashes[tag].add(`'sha256-${sha256(content)}'`);
  }
  return { html: html.replaceAll(mark, ''), policy: policyFor([...hashes.script], [...hashes.style]) };
}

function policyFor(scripts: string[], styles: string[]): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // A text becomes markup or a script's address nowhere but in lib/offline.ts, which names the worker's file.
    "require-trusted-types-for 'script'",
    'trusted-types service-worker',
  ].join('; ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
