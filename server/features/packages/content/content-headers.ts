import { noPage } from '../../../platform/http/page-security.ts';

/**
 * What a package may do at the second origin: run its scripts, and load from this origin alone. Authoring tools write
 * inline scripts and use eval. It may be framed by the academy's pages, and by the page that plays it.
 */
const packagePolicy = (academy: string) =>
  [
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors 'self' ${academy}`,
  ].join('; ');

/** The page that plays it loads its own script, and frames the package. */
const pagePolicy = (academy: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${academy}`,
  ].join('; ');

const everywhere = {
  'x-content-type-options': 'nosniff',
  // the token is in the path
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), display-capture=()',
};

/** The headers of every response at the second origin; none of them sets a cookie. */
export const contentHeaders = (academy: string) => ({
  /** Of a file of a package. */
  ofPackage: {
    ...everywhere,
    'content-security-policy': packagePolicy(academy),
    'cache-control': 'private, max-age=86400',
  },
  /**
   * Of the page that plays it. What packages have stored in the browser is deleted: one that another learner opens on a
   * shared device must not find it.
   */
  ofPage: {
    ...everywhere,
    'content-security-policy': pagePolicy(academy),
    'cache-control': 'no-store',
    'clear-site-data': '"storage", "cookies"',
  },
  ofScript: { ...everywhere, 'content-security-policy': noPage, 'cache-control': 'public, max-age=3600' },
  ofRefusal: {
    ...everywhere,
    'content-security-policy': noPage,
    'cache-control': 'no-store',
  },
});
