import type { DemoCourse } from './course.ts';
import { ecdis } from './courses/ecdis.ts';
import { elementaryFirstAid } from './courses/elementary-first-aid.ts';
import { enclosedSpaceEntry } from './courses/enclosed-space-entry.ts';
import { firePreventionAndFireFighting } from './courses/fire-prevention-and-fire-fighting.ts';
import { foodHandling } from './courses/food-handling.ts';
import { hazardousMaterialTransportation } from './courses/hazardous-material-transportation.ts';
import { hazmat } from './courses/hazmat.ts';
import { helicopterLandingAssistance } from './courses/helicopter-landing-assistance.ts';
import { hydrogenSulphide } from './courses/hydrogen-sulphide.ts';
import { personalSurvivalTechniques } from './courses/personal-survival-techniques.ts';

/** The catalogue of the demo academy. One course is held only in the classroom, one takes no enrolments. */
export const demoCourses: readonly DemoCourse[] = [
  hydrogenSulphide,
  helicopterLandingAssistance,
  foodHandling,
  hazardousMaterialTransportation,
  hazmat,
  personalSurvivalTechniques,
  elementaryFirstAid,
  firePreventionAndFireFighting,
  enclosedSpaceEntry,
  ecdis,
];
