import { raftAfloat } from '../film/pictures/bridge.ts';
import type { FilmScript } from '../film/script.ts';

/** Two short films for the end-to-end tests in a real browser; e2e-short is the first two seconds of the second. */
export const journeyFilms: readonly (FilmScript & { title: string })[] = [
  {
    name: 'e2e-muster',
    title: 'At the muster station',
    scenes: [],
    remember: 'Lifejacket on, name called, hand raised.',
    edges: [4, 4],
  },
  {
    name: 'e2e-raft',
    title: 'Into the liferaft',
    scenes: [{ heading: 'Board it dry', points: ['Painter fast, then over the side'], picture: raftAfloat }],
    remember: 'Stay together.',
    edges: [1.2, 0.6],
  },
];
