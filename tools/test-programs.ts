import { installPostgres, startPostgres } from '../server/testing/postgres-server.ts';
import { installChromium } from './chromium.ts';
import { installClamd } from './clamd.ts';
import { installFfmpeg } from './ffmpeg.ts';
import { installGo } from './go.ts';
import { installLemonldap } from './lemonldap.ts';
import { installNginx } from './nginx.ts';
import { installOtherBrowsers } from './other-browsers.ts';
import { installMuPdf, installPdfReaders } from './pdf-readers.ts';
import { installPython } from './python.ts';
import { installSystemd } from './systemd.ts';

/** Programs that tests need, each with the tests that cannot run without it. */
type Programs = readonly (readonly [install: () => unknown, lost: string])[];
const programs: Programs = [
  [installChromium, 'The tests in a browser'],
  [installOtherBrowsers, 'The tests in Firefox and WebKitGTK'],
  [installFfmpeg, 'The tests of what ffmpeg makes of films'],
  [installNginx, 'The tests of films behind nginx'],
  [
    installPdfReaders,
    'The tests of what other programs (pdftoppm, pdfsig, qpdf and openssl) make of a certificate’s PDF',
  ],
  [installPython, 'The tests of the verifier of the public log in Python'],
  [installSystemd, 'The tests of the unit of systemd'],
  [installClamd, 'The tests against the real clamd'],
  [installLemonldap, 'The tests of logging in at LemonLDAP::NG'],
  [installPostgres, 'The tests on a PostgreSQL server'],
];

const programsOfSoak: Programs = [
  [installMuPdf, 'The tests of what MuPDF says of a certificate’s PDF'],
  [installGo, 'The tests of the verifier in Go'],
];

/**
 * Installs the programs that tests need, and returns a sentence for each program that could not be installed.
 *
 * @param options.forSoak also those that the gate does without.
 */
export async function installPrograms({ forSoak = false } = {}): Promise<string[]> {
  const missing: string[] = [];
  for (const [install, lost] of [...programs, ...(forSoak ? programsOfSoak : [])])
    if (!(await install()))
      missing.push(`${lost} cannot run: what they need is not installed, and only root can install it.`);
  return missing;
}

export type TestServers = {
  /** Environment variables for the tests: the browser, the format of films that it plays, the database server. */
  environment: Record<string, string>;
  hasPostgres: boolean;
  stop: () => Promise<void>;
};

/** Finds the browser, and starts a PostgreSQL server on a free port where one is installed. */
export async function startServers(): Promise<TestServers> {
  const chromium = await installChromium();
  const postgres = await startPostgres();
  return {
    environment: {
      CHROMIUM: chromium.path,
      FILM_FORMAT: chromium.films,
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
    },
    hasPostgres: postgres !== undefined,
    stop: async () => postgres?.stop(),
  };
}
