import type { Presses } from '../app.ts';
import { createCertificatePress } from '../features/certificates/drawing/draw-certificate.ts';
import { createTypesetter } from '../platform/typesetting/typesetter.ts';

const close = async () => {};

/**
 * The presses of all programs of a test process: to start one for each test file took two seconds of a processor. They stay
 * open when a program is closed, and end with the process.
 */
export const sharedPresses: Presses = {
  press: { ...createCertificatePress(), close },
  typesetter: { ...createTypesetter(), close },
};
