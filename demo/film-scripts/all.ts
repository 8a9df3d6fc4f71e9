import type { FilmScript } from '../film/script.ts';
import { ecdisFilms } from './ecdis.ts';
import { elementaryFirstAidFilms } from './elementary-first-aid.ts';
import { enclosedSpaceEntryFilms } from './enclosed-space-entry.ts';
import { firePreventionAndFireFightingFilms } from './fire-prevention-and-fire-fighting.ts';
import { foodHandlingFilms } from './food-handling.ts';
import { hazardousMaterialTransportationFilms } from './hazardous-material-transportation.ts';
import { hazmatFilms } from './hazmat.ts';
import { helicopterLandingAssistanceFilms } from './helicopter-landing-assistance.ts';
import { hydrogenSulphideFilms } from './hydrogen-sulphide.ts';

/** The scripts of all films of the demo courses; the titles are in the courses. */
export const filmScripts: readonly FilmScript[] = [
  ...hydrogenSulphideFilms,
  ...helicopterLandingAssistanceFilms,
  ...foodHandlingFilms,
  ...hazardousMaterialTransportationFilms,
  ...hazmatFilms,
  ...elementaryFirstAidFilms,
  ...firePreventionAndFireFightingFilms,
  ...enclosedSpaceEntryFilms,
  ...ecdisFilms,
];
