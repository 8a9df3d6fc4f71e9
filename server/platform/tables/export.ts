import { Readable } from 'node:stream';
import type { Call, Who } from '@fairlead/contract/platform/call';
import { type ExportFormat, exportQueryOf } from '@fairlead/contract/values/shapes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { appendAudit } from '../audit/append.ts';
import { dayAt } from '../calendar.ts';
import { type Db, transaction } from '../db/database.ts';
import { Page } from '../db/pagination.ts';
import { onReplica } from '../db/replica-scope.ts';
import type { Files } from '../files/files.ts';
import { readStored } from '../files/read-stored.ts';
import type { AnyRequest, Endpoint } from '../http/serve.ts';
import type { Platform } from '../platform.ts';
import { networkOf } from '../request/network.ts';
import { portrait } from '../typesetting/pictures.ts';
import { type Cell, Picture } from './cell.ts';
import { csvOf } from './csv.ts';
import { xlsxOf, xlsxType } from './xlsx.ts';

/** A column of a table: its title, and its cell for an item. */
export type Column<Item> = readonly [title: string, cell: (item: Item) => Cell];

/** The photograph of an item: its file among the profile pictures, and what it shows in words. */
type Photograph = { filename: string; shows: string };

/** How a list of the contract is exported as a table. */
export type Table = {
  call: Call;
  /** The titles of the columns, which may depend on what is listed. */
  titlesOf: (body: unknown) => readonly string[];
  rowsOf: (body: unknown) => Cell[][];
  /** The photographs of the rows, which a workbook has in a last column. */
  photographsOf?: (body: unknown) => (Photograph | null)[];
};

/**
 * Declares how a list of the contract is exported as a table.
 *
 * @param itemsOf takes the items from an answer; each becomes a row.
 * @param columns of the table; as a function of an answer for a list whose columns depend on what it is asked.
 * @param photographOf the photograph of an item, for a list of people who are shown with one.
 */
export const tableOf = <C extends Call, Item>(
  call: C,
  itemsOf: (body: z.input<C['reply']>) => readonly Item[],
  columns: readonly Column<Item>[] | ((body: z.input<C['reply']>) => readonly Column<Item>[]),
  photographOf?: (item: Item) => Photograph | null,
): Table => {
  type Body = z.input<C['reply']>;
  const columnsOf = (body: unknown) => (typeof columns === 'function' ? columns(body as Body) : columns);
  return {
    call,
    titlesOf: (body) => columnsOf(body).map(([title]) => title),
    rowsOf: (body) => {
      const cells = columnsOf(body);
      return itemsOf(body as Body).map((item) => cells.map(([, cell]) => cell(item)));
    },
    ...(photographOf && { photographsOf: (body) => itemsOf(body as Body).map(photographOf) }),
  };
};

/** Rows read at once: the maximum page size of a list. */
const pageSize = 200;

type Written = (titles: readonly string[], pages: AsyncIterable<Cell[][]>, timeZone: string) => Readable;

/** The formats of an exported table. */
const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    write: (titles, pages, timeZone) => Readable.from(csvOf(titles, pages, timeZone)),
  },
  xlsx: { type: xlsxType, write: xlsxOf },
} satisfies Record<ExportFormat, { type: string; write: Written }>;

/**
 * Registers an export for every list whose call declares a table: the whole list, with search and filters applied, as
 * CSV or for Excel. It is read page by page with the list's own handler and streamed, so that its length costs no
 * memory. The server does not start if a list declares a table that does not exist, or that people other than staff
 * could export.
 */
export function registerExports(
  app: FastifyInstance,
  platform: Pick<Platform, 'db' | 'files' | 'config' | 'clock'>,
  { endpoints, tables }: { endpoints: readonly Endpoint[]; tables: readonly Table[] },
): void {
  const tableFor = new Map(tables.map((table) => [table.call, table]));
  for (const endpoint of endpoints) {
    const { call } = endpoint;
    if (!call.table) continue;
    const table = tableFor.get(call);
    if (!table) throw new Error(`${call.path} promises a table that has no columns`);
    app.route({
      method: 'GET',
      // Nobody needs the headers alone, and the audit would record an export that did not happen.
      exposeHeadRoute: false,
      url: `/api/export${call.path}`,
      config: { who: staffOf(call) },
      schema: { ...(call.params && { params: call.params }), querystring: exportQueryOf(call) },
      handler: download(platform, endpoint, { ...table, name: call.table.name }),
    });
  }
}

type Named = Table & { name: string };

function download(
  { db, files, config, clock }: Pick<Platform, 'db' | 'files' | 'config' | 'clock'>,
  { handle }: Endpoint,
  table: Named,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { format = 'csv', ...wanted } = request.query as { format?: ExportFormat } & Record<string, unknown>;
    const asked: Omit<AnyRequest, 'query'> = {
      actor: request.actor,
      params: request.params,
      body: undefined,
      files: undefined,
      ip: networkOf(request.ip),
      userAgent: undefined,
    };
    const read: ReadPage = (after) =>
      onReplica(() => handle({ ...asked, query: { ...wanted, limit: pageSize, after } }));
    // A refusal can be sent as an error response only as long as no data was sent.
    const first = await read(undefined);
    await record(db, asked, { name: table.name, wanted });
    const titles = table.titlesOf(bodyOf(first));
    const { type, write } = formats[format];
    const filename = `${table.name}-${dayAt(clock(), config.timeZone)}.${format}`;
    return reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="${filename}"`)
      .header('cache-control', 'no-store')
      .send(
        format === 'xlsx' && table.photographsOf
          ? write([...titles, 'Photograph'], withPhotographs(table, files, first, read), config.timeZone)
          : write(titles, rowsOf(table, first, read), config.timeZone),
      );
  };
}

/** Who may export a list: those who may read it, unless the call names fewer. */
function staffOf({ path, table, who }: Call): readonly Who[] {
  const may = [table?.who ?? who].flat();
  if (may.some((one) => one === 'anyone' || one === 'signed-in' || one === 'learner')) {
    throw new Error(`${path} would give its table to people who are no staff`);
  }
  return may;
}

type ReadPage = (after: string | undefined) => Promise<unknown>;

const bodyOf = (outcome: unknown) => (outcome instanceof Page ? outcome.body : outcome);

/** The bodies of a list, page by page as they are requested. */
async function* bodiesOf(first: unknown, read: ReadPage): AsyncGenerator<unknown> {
  let outcome = first;
  for (;;) {
    yield bodyOf(outcome);
    const next = outcome instanceof Page ? outcome.next : undefined;
    if (next === undefined) return;
    outcome = await read(next);
  }
}

async function* rowsOf(table: Table, first: unknown, read: ReadPage): AsyncGenerator<Cell[][]> {
  for await (const body of bodiesOf(first, read)) yield table.rowsOf(body);
}

/** Size of a photograph in a workbook, in pixels at 200 dpi. */
const photographSize = { width: 126, height: 162 };

/**
 * The rows with their photographs, which are read one after the other, so that large ones are never in memory together.
 * One that is missing or damaged is left out.
 */
async function* withPhotographs(
  table: Table,
  files: Pick<Files, 'read'>,
  first: unknown,
  read: ReadPage,
): AsyncGenerator<Cell[][]> {
  for await (const body of bodiesOf(first, read)) {
    const photographs = table.photographsOf?.(body) ?? [];
    for (const [n, cells] of table.rowsOf(body).entries()) yield [[...cells, await drawn(files, photographs[n])]];
  }
}

async function drawn(files: Pick<Files, 'read'>, photograph: Photograph | null | undefined): Promise<Picture | null> {
  const stored = await readStored({ files }, 'profile_pictures', photograph?.filename ?? null);
  const small = stored && (await portrait(stored, photographSize).catch(() => null));
  return small && photograph ? new Picture(small, photograph.shows) : null;
}

/**
 * Records in the audit who exported a list of people, and which one. The search text is not recorded: it is usually a
 * person's name or email, and the erasure of that person's data would not find it here.
 */
async function record(
  db: Db,
  { actor, ip, params }: Pick<AnyRequest, 'actor' | 'ip' | 'params'>,
  { name, wanted }: { name: string; wanted: Record<string, unknown> },
): Promise<void> {
  const { q, ...filters } = wanted;
  const details = { ...(q !== undefined && { searched: true }), ...filters, ...(params as object | undefined) };
  await transaction(db, (tx) =>
    appendAudit(tx, {
      actorId: actor?.accountId ?? null,
      action: 'list.export',
      subject: { kind: 'list', id: name },
      details,
      ip,
    }),
  );
}
