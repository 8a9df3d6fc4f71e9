import { createTypesetter } from '../../../platform/typesetting/typesetter.ts';
import type { Presses } from '../../../program/app.ts';
import { createCertificatePress } from '../drawing/draw-certificate.ts';

const close = async () => {};

/**
 * The presses of all test files of a process: to start one for each took two seconds of a processor. They stay open
 * when somebody closes them, and end with the process.
 */
export const sharedPresses: Presses = {
  press: { ...createCertificatePress(), close },
  typesetter: { ...createTypesetter(), close },
};

let picture: Promise<Buffer> | undefined;

/**
 * The same for a whole program, whose certificates, but no specimens, all get the picture of the first one: to draw
 * each took three quarters of the time of a certificate. What a picture shows is tested with the press itself.
 */
export const pressesOfPrograms: Presses = {
  ...sharedPresses,
  press: {
    ...sharedPresses.press,
    picture: (facts) => {
      if (facts.isSpecimen) return sharedPresses.press.picture(facts);
      picture ??= sharedPresses.press.picture(facts).catch((error: unknown) => {
        picture = undefined;
        throw error;
      });
      return picture;
    },
  },
};
