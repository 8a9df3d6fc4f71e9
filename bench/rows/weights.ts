import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { addCourses, filling, startAcademy, temporaryFolder } from '../harness/academy.ts';
import type { GuardedPart } from '../harness/guarded.ts';

const pages = {
  home: '/',
  login: '/login',
  catalogue: '/courses',
  'first page of a learner': '/dashboard',
  'first page of staff': '/admin-dashboard',
};

/**
 * What pages weigh with the files that their documents name, compressed, to be compared with those of another commit:
 * a count that depends on no machine. What a page fetches later is in `bench -- signed-in`.
 */
export async function openWeights(): Promise<GuardedPart> {
  const folder = await temporaryFolder();
  await filling({ dataDir: folder.path }, (db) => addCourses(db, 50));
  const academy = await startAcademy({ dataDir: folder.path });
  const guarded = Object.entries(pages).map(([name, path]) => ({
    what: `${name}: its document and the files that this names`,
    measure: () => weightOf(academy.url, path),
  }));
  const close = async () => {
    await academy.stop();
    await folder.remove();
  };
  return { guarded, close };
}

async function weightOf(url: string, path: string) {
  const document = await sent(`${url}${path}`);
  const html = brotliDecompressSync(document).toString();
  const named = new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file));
  let bytes = document.length;
  for (const file of named) bytes += (await sent(`${url}${file}`)).length;
  return { kB: bytes / 1000, files: 1 + named.size };
}

/** The body as it is sent. @throws when there is none */
function sent(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${url}: ${answer.statusCode}`));
      resolve(Buffer.concat(await answer.toArray()));
    });
    asked.on('error', reject);
    asked.end();
  });
}
