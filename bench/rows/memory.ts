import { addCourses, addLearners, filling, startAcademy, temporaryFolder } from '../harness/academy.ts';
import { layLoad } from '../harness/load.ts';
import { residentMegabytes } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

/** Megabytes that the program may hold on the embedded engine, whatever it has answered. */
const most = 400;

/** What the program holds when nobody asks, and after many pages, lists and refusals, of some starts: no two are alike. */
export async function measureMemory({ starts, requests }: { starts: number; requests: number }): Promise<Row[]> {
  const folder = await temporaryFolder();
  await filling({ dataDir: folder.path }, async (db) => {
    await addCourses(db, 50);
    await addLearners(db, 500);
  });
  const idle: number[] = [];
  const after: number[] = [];
  try {
    for (let start = 0; start < starts; start += 1) {
      const academy = await startAcademy({ dataDir: folder.path });
      const load = async (path: string, times: number) => {
        await layLoad({ url: `${academy.url}${path}`, requests: times, connections: 16 });
        return residentMegabytes(academy.pid);
      };
      idle.push(await load('/', 10));
      for (const path of ['/courses', '/api/courses/active', '/api/user/me', '/nothing-here', '/'])
        after.push(await load(path, requests));
      await academy.stop();
    }
    return [
      beside('memory, idle, embedded engine', spreadOf(idle), { limit: most, unit: 'MB' }),
      beside('memory, after five loads of as many requests', spreadOf(after), { limit: most, unit: 'MB' }),
    ];
  } finally {
    await folder.remove();
  }
}
