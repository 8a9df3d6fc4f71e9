import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addCourses, filling, startAcademy, temporaryFolder } from '../harness/academy.ts';
import { bodyOf } from '../harness/load.ts';
import { perCpuSecond } from '../harness/per-second.ts';
import { startServer } from '../harness/process.ts';
import { alternate } from '../harness/rounds.ts';
import type { Row } from '../harness/table.ts';

type Size = { rounds: number; requests: number };

const bare = new URL('../servers/bare.ts', import.meta.url);
const bareRender = new URL('../servers/bare-render.ts', import.meta.url);
const connections = 16;
const unit = 'requests per CPU-second';

/** The catalogue of 50 courses: as JSON, as a cached page, and as a page rendered for each request. */
export async function measureCatalogue(size: Size): Promise<Row[]> {
  const folder = await temporaryFolder();
  try {
    await filling({ dataDir: folder.path }, (db) => addCourses(db, 50));
    return [...(await measureKept(folder.path, size)), await measureRendered(folder.path, size)];
  } finally {
    await folder.remove();
  }
}

async function measureKept(dataDir: string, { rounds, requests }: Size): Promise<Row[]> {
  const academy = await startAcademy({ dataDir });
  const beside = async (what: string, path: string, type: string, atLeast: number): Promise<Row> => {
    const file = join(dataDir, 'same-bytes');
    await writeFile(file, await bodyOf(`${academy.url}${path}`));
    const limit = await startServer(bare, [file, type]);
    try {
      const ours = () => perCpuSecond(academy, { path, requests, connections });
      const measured = await alternate(rounds, ours, () => perCpuSecond(limit, { requests, connections }));
      return { what, beside: 'bare node:http with the same bytes', unit, measured, goal: { atLeast } };
    } finally {
      await limit.stop();
    }
  };
  try {
    return [
      await beside('catalogue of 50 as JSON', '/api/courses/active', 'application/json; charset=utf-8', 0.7),
      await beside('public page from the cache', '/courses', 'text/html; charset=utf-8', 0.6),
    ];
  } finally {
    await academy.stop();
  }
}

async function measureRendered(dataDir: string, { rounds, requests }: Size): Promise<Row> {
  const academy = await startAcademy({ dataDir }, { renderEachTime: true });
  const limit = await startServer(bareRender, [academy.url, '/courses']);
  const few = Math.ceil(requests / 20);
  try {
    const ours = () => perCpuSecond(academy, { path: '/courses', requests: few, connections });
    const measured = await alternate(rounds, ours, () => perCpuSecond(limit, { requests: few, connections }));
    return {
      what: 'public page rendered again, with its data',
      beside: 'bare renderToPipeableStream of the same tree',
      unit,
      measured,
      goal: { atLeast: 0.5 },
    };
  } finally {
    await limit.stop();
    await academy.stop();
  }
}
