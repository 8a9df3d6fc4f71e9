import { createHash } from 'node:crypto';

/** Headers of every response that is a page or belongs to one. */
export const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // The camera is for scanning codes, of certificates and of progress. In client-side navigation, the policy of the
  // first page stays in force.
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/**
 * Headers of the scripts and fonts of a build. No browser uses one as a document or a worker, so a page's other headers
 * would have no effect on them. They are some 200 bytes, which each of a page's dozen files would repeat.
 */
export const partHeaders = { 'x-content-type-options': pageHeaders['x-content-type-options'] } as const;

/**
 * The policy of a response that is no page and may become none, such as an error at the second origin: a package could
 * frame it, and use it as a document of this origin without a policy.
 */
export const noPage = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Removes the nonce from a page and returns the content security policy that allows exactly the inline scripts and
 * styles which had it. A nonce cannot be used in cached pages. Only elements with the unguessable `nonce` of this
 * rendering are hashed, because hashing every inline script would also allow an injected one.
 *
 * @param others other origins that a page needs: that of an object store from which films are fetched, and the one at
 *   which packages are played.
 */
export function withPolicy(html: string, nonce: string, others: OtherOrigins = {}): { html: string; policy: string } {
  const mark = ` nonce="${nonce}"`;
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + mark.length)) {
    const tag = /^<(script|style)\b/.exec(html.slice(html.lastIndexOf('<', at), at))?.[1] as
      | 'script'
      | 'style'
      | undefined;
    if (!tag) continue; // a link to a script has no content
    const begin = html.indexOf('>', at) + 1;
    const content = html.slice(begin, html.indexOf(`</${tag}>`, begin));
    if (content) hashes[tag].add(`'sha256-${sha256(content)}'`);
  }
  return { html: html.replaceAll(mark, ''), policy: policyFor([...hashes.script], [...hashes.style], others) };
}

export type OtherOrigins = { filmsAt?: string | undefined; packagesAt?: string | undefined };

function policyFor(scripts: string[], styles: string[], { filmsAt, packagesAt }: OtherOrigins): string {
  const films = filmsAt === undefined ? '' : ` ${filmsAt}`;
  return [
    "default-src 'self'",
    ...(films ? [`connect-src 'self'${films}`] : []),
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `media-src 'self' blob:${films}`,
    `frame-src 'self' blob:${packagesAt === undefined ? '' : ` ${packagesAt}`}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Text is turned into a script URL only in lib/device/offline.ts and certificates/code-worker.ts, each of which
    // names the file of its worker; nowhere into markup.
    "require-trusted-types-for 'script'",
    'trusted-types service-worker code-worker',
  ].join('; ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
