import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { inspect as decodePicture } from '../../server/platform/files/picture-inspection.ts';
import { documentScan } from '../../server/platform/files/pictures.ts';
import { fairTurns } from '../../server/platform/inspection/fair-turns.ts';
import { inspector } from '../../server/platform/inspection/inspection.ts';
import { xlsxOf } from '../../server/platform/tables/xlsx.ts';
import { inspectInThread } from '../harness/inspection-thread.ts';
import { asProgramsBegin, cpuSeconds } from '../harness/process.ts';
import { alternate } from '../harness/rounds.ts';
import type { Row } from '../harness/table.ts';

const platform = new URL('../../server/platform/', import.meta.url);
/** An upload may cost so many times as much as before there were processes for inspections. */
const most = 1.15;

type File = {
  name: string;
  module: string;
  input: unknown;
  before: (job: { module: string; input: unknown }) => Promise<unknown>;
  beside: string;
};

/**
 * The inspection of uploads in processes beside the same in a new thread for each, and pictures beside decoding them in
 * the program, as it was before: processor time of all threads and processes, and the time that it takes.
 */
export async function measureInspections({ rounds, times }: { rounds: number; times: number }): Promise<Row[]> {
  Object.assign(process.env, asProgramsBegin);
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-bench-'));
  try {
    const rows: Row[] = [];
    for (const file of await filesIn(folder)) rows.push(...(await measure(file, rounds, times)));
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure({ name, module, input, before, beside }: File, rounds: number, times: number): Promise<Row[]> {
  const url = new URL(module, platform);
  const inspect = inspector<unknown, unknown>(url, { turns: fairTurns(1), bounds: { seconds: 60, megabytes: 600 } });
  const ours = () => inspect(input);
  const theirs = () => before({ module: url.href, input });
  const cost = (once: () => Promise<unknown>) => async () => {
    const begun = cpuSeconds(process.pid);
    for (let time = 0; time < times; time += 1) await once();
    return ((cpuSeconds(process.pid) - begun) * 1000) / times;
  };
  const duration = (once: () => Promise<unknown>) => async () => {
    const begun = performance.now();
    for (let time = 0; time < times; time += 1) await once();
    return (performance.now() - begun) / times;
  };
  const goal = { atMost: most };
  return [
    {
      what: `inspection of ${name}`,
      beside,
      unit: 'ms CPU',
      measured: await alternate(rounds, cost(ours), cost(theirs)),
      goal,
    },
    {
      what: `the same, time`,
      beside,
      unit: 'ms',
      measured: await alternate(rounds, duration(ours), duration(theirs)),
      goal,
    },
  ];
}

async function filesIn(folder: string): Promise<File[]> {
  const rows = Array.from({ length: 200 }, (_, n) => [`Asha Nair ${n}`, `crew-${n}@example.org`, '9820012345']);
  const titles = ['Name', 'Email', 'Mobile'];
  const kept = async (name: string, content: Uint8Array | string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const inThread = { before: inspectInThread, beside: 'a new thread for each' };
  const table = { module: 'tables/table-inspection.ts', ...inThread };
  const csv = await kept('crew.csv', [titles, ...rows].map((cells) => cells.join(',')).join('\n'));
  const xlsx = await kept('crew.xlsx', await buffer(xlsxOf(titles, Readable.from([rows]), 'UTC')));
  const film = new URL('films/fixtures/h264-aac-moov-first.mp4', platform).pathname;
  const scan = {
    received: await kept('scan.jpg', await photograph()),
    decoder: 'jpeg',
    shape: documentScan,
  };
  return [
    {
      name: 'a PDF of three pages',
      module: 'files/pdf-inspection.ts',
      input: await kept('book.pdf', await pdf()),
      ...inThread,
    },
    { name: 'a table of 200 rows, CSV', input: { path: csv }, ...table },
    { name: 'the same as XLSX', input: { path: xlsx }, ...table },
    { name: 'a film', module: 'films/film-inspection.ts', input: film, ...inThread },
    {
      name: 'a photograph of 12 megapixels',
      module: 'files/picture-inspection.ts',
      input: scan,
      before: () => decodePicture(scan),
      beside: 'decoded in the program',
    },
  ];
}

async function pdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= 3; page += 1)
    document.addPage().drawText(`Continuous discharge certificate, page ${page}`);
  return document.save();
}

/** A photograph has noise, which a plain picture would lack. */
const photograph = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
