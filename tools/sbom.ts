// `npm run sbom`: the program's packages as CycloneDX 1.5, read from the lock file alone, so that it does not
// depend on what is installed. `npm sbom --omit=dev` leaves out what both the program and its development need.
import { readFileSync } from 'node:fs';
import { type Lock, licenceOf, nameAt, packagesOf } from './supply.ts';

/** A package as a component; `excluded` is what only builds and checks the program. */
function componentOf(place: string, { version, dev, optional, integrity, ...locked }: Lock['packages'][string]) {
  const name = nameAt(place);
  const licence = licenceOf(place, locked);
  const [, algorithm, digest] = /^sha(\d+)-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': place,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: dev ? 'excluded' : optional ? 'optional' : 'required',
    ...(licence && { licenses: [{ expression: licence }] }),
    ...(digest && { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
}

/** The list of all packages of a lock file. */
export const sbomOf = (lock: Lock, project: { name: string; version: string }) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name: project.name, version: project.version } },
  components: packagesOf(lock).map(([place, locked]) => componentOf(place, locked)),
});

if (import.meta.main) {
  const [lock, project] = ['package-lock.json', 'package.json'].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  console.log(JSON.stringify(sbomOf(lock, project), null, 1));
}
