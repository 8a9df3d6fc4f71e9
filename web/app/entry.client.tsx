import { hydrate } from './hydrate.tsx';

// nothing else: a page of the build calls it itself (server/platform/pages/page-scripts.ts)
hydrate();
