import type { CourseKey } from './course.ts';
import { svgDocument } from './drawing/svg.ts';
import * as ecdis from './scenes/ecdis.ts';
import * as elementaryFirstAid from './scenes/elementary-first-aid.ts';
import * as enclosedSpaceEntry from './scenes/enclosed-space-entry.ts';
import * as fire from './scenes/fire-prevention-and-fire-fighting.ts';
import * as foodHandling from './scenes/food-handling.ts';
import * as hazardousMaterialTransportation from './scenes/hazardous-material-transportation.ts';
import * as hazmat from './scenes/hazmat.ts';
import * as helicopter from './scenes/helicopter-landing-assistance.ts';
import * as hydrogenSulphide from './scenes/hydrogen-sulphide.ts';
import * as personalSurvival from './scenes/personal-survival-techniques.ts';

type Cover = { shows: string; scene: () => string };

const covers: Readonly<Record<CourseKey, Cover>> = {
  'hydrogen-sulphide': { shows: 'A gas detector in alarm, held over cargo pipes', ...hydrogenSulphide },
  'helicopter-landing-assistance': {
    shows: 'A helicopter comes in over a ship’s deck, a landing officer raises both arms',
    ...helicopter,
  },
  'food-handling': { shows: 'A masked cook checks a pot with a probe thermometer', ...foodHandling },
  'hazardous-material-transportation': {
    shows: 'A container ship with placarded boxes on deck',
    ...hazardousMaterialTransportation,
  },
  hazmat: { shows: 'A responder in a splash suit at a leaking drum', ...hazmat },
  'personal-survival-techniques': {
    shows: 'Someone waves from a liferaft under a parachute flare at night',
    ...personalSurvival,
  },
  'elementary-first-aid': {
    shows: 'Chest compressions on deck beside a first-aid case and a defibrillator',
    ...elementaryFirstAid,
  },
  'fire-prevention-and-fire-fighting': { shows: 'A fire-fighter sprays water into a burning doorway', ...fire },
  ecdis: { shows: 'An electronic chart on the bridge with a planned track', ...ecdis },
  'enclosed-space-entry': {
    shows: 'Someone on a lifeline climbs into a tank while an attendant keeps watch',
    ...enclosedSpaceEntry,
  },
};

/** Wide pictures, which can be cropped to 350×160 and to 350×300 around their middle. */
export const coverSize = { width: 1600, height: 900 } as const;

/** The cover of a course as an SVG document without any text in it. */
export function drawCover(key: CourseKey): string {
  const { shows, scene } = covers[key];
  return svgDocument(coverSize.width, coverSize.height, scene(), shows);
}
