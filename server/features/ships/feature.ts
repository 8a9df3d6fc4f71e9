import { pieceDigests } from '../course-packs/index.ts';
import type { Feature } from '../feature.ts';
import { registerShipCourseFiles } from './ashore/course-file-route.ts';
import { certificatesJob, orderCertificates } from './ashore/order-certificates.ts';
import { shipRoutes } from './ashore/routes.ts';
import { shipData, shipStaffColumns } from './personal-tables.ts';
import { endLapsedTestPapers } from './tests/ashore/prepare-test-papers.ts';
import { shipTestRoutes } from './tests/ashore/routes.ts';

const lapseJob = 'ship.end-test-papers';

export { askAcademy } from './aboard/contact.ts';
export { fetchPart } from './aboard/course-files.ts';
export { shipClock } from './aboard/ship-clock.ts';
export { findReached, shipFeatures } from './aboard/ship-program.ts';

/** Ships ashore: the staff's desk, and what the computers of ships ask for. */
export const shipsFeature: Feature = {
  name: 'ships',
  open: ({ platform, app, ending }) => {
    registerShipCourseFiles(app, platform, pieceDigests(platform));
    return {
      routes: [...shipRoutes(platform), ...shipTestRoutes(platform)],
      jobs: {
        [certificatesJob]: () => orderCertificates(platform, ending),
        [lapseJob]: () => endLapsedTestPapers(platform),
      },
    };
  },
  alone: [certificatesJob, lapseJob],
  recurring: () => [
    { kind: certificatesJob, everyMinutes: 6 * 60 },
    { kind: lapseJob, everyMinutes: 24 * 60 },
  ],
  personalTables: shipData,
  staffColumns: shipStaffColumns,
};
