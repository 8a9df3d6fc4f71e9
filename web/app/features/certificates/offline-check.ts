import { paths } from '../../lib/paths.ts';
import { loadBadgeCheck } from './badge/badge-section.tsx';

/**
 * Cached for offline use: the two pages of the check, the code that shows a result, and the lists and keys that it
 * needs.
 */
export const checkPages = [
  paths.verifyForm,
  paths.certificateCode(''),
  paths.verify('-'),
  '/api/verify/keys',
  '/api/verify/withdrawals',
  '/api/log/keys',
];

/** Parts that are loaded only when somebody chooses a file, opens the camera or checks a badge. */
export const loadCheckParts = () =>
  Promise.all([
    loadBadgeCheck(),
    import('./code-part.ts').then(({ loadCodeWorker }) => loadCodeWorker()),
    import('./pdf-check.tsx'),
    import('./check-proof.ts'),
  ]);
