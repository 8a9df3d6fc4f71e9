import { addCourses, addLearners, filling, startAcademy, temporaryFolder } from '../harness/academy.ts';
import { layLoad } from '../harness/load.ts';
import { residentMegabytes } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

/** The limit for the server's memory on the embedded engine in megabytes, whatever it has answered. */
const most = 400;

/** The server's memory when idle, and after many pages, lists and refusals, over several starts: they differ. */
export async function measureMemory({ starts, requests }: { starts: number; requests: number }): Promise<Row[]> {
  const folder = await temporaryFolder();
  await filling({ dataDir: folder.path }, async (db) => {
    await addCourses(db, 50);
    await addLearners(db, 500);
  });
  try {
    const held: Held[] = [];
    for (let start = 0; start < starts; start += 1) held.push(await heldByOne(folder.path, requests));
    return [
      beside('memory, idle, embedded engine', spreadOf(held.map(({ idle }) => idle)), { limit: most, unit: 'MB' }),
      beside('memory, after five loads of as many requests', spreadOf(held.flatMap(({ after }) => after)), {
        limit: most,
        unit: 'MB',
      }),
    ];
  } finally {
    await folder.remove();
  }
}

/** Megabytes when idle, and after each of five loads. */
type Held = { idle: number; after: number[] };

async function heldByOne(dataDir: string, requests: number): Promise<Held> {
  const academy = await startAcademy({ dataDir });
  const load = async (path: string, times: number) => {
    await layLoad({ url: `${academy.url}${path}`, requests: times, connections: 16 });
    return residentMegabytes(academy.pid);
  };
  try {
    const idle = await load('/', 10);
    const after: number[] = [];
    for (const path of ['/courses', '/api/courses/active', '/api/user/me', '/nothing-here', '/'])
      after.push(await load(path, requests));
    return { idle, after };
  } finally {
    await academy.stop();
  }
}
