import type pg from 'pg';
import { sqlState } from '../../platform/db/database-error.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

/** As much as the database must be able to write, in bytes, so that a day's work does not fill its disk. */
const leastFree = 32 * 2 ** 20;
/** Bytes of a row that fills a page. */
const rowBytes = 8000;
/** How long the fastest of some commits may take, in milliseconds: a disk that turns takes ten. */
const slowCommit = 50;
const commits = 5;

/**
 * Whether the disk of the database has room, and how long it takes to store a commit. A temporary table is filled and
 * rolled back, and commits are made that change nothing; a server that only reads is found elsewhere.
 */
export async function checkDatabaseDisk(server: pg.Client): Promise<Finding[]> {
  const { rows } = await server.query("select current_setting('transaction_read_only') = 'on' as \"isReadOnly\"");
  if (rows[0].isReadOnly) return [];
  return [await room(server), await speed(server)];
}

async function room(server: pg.Client): Promise<Finding> {
  try {
    await server.query('begin');
    await server.query('create temp table doctor_probe (filler text) on commit drop');
    await server.query('alter table doctor_probe alter filler set storage plain');
    await server.query("insert into doctor_probe select repeat('x', $1) from generate_series(1, $2)", [
      rowBytes,
      Math.ceil(leastFree / rowBytes),
    ]);
    return fine(`The database’s disk takes ${leastFree / 2 ** 20} MB more`);
  } catch (error) {
    return sqlState(error) === '53100'
      ? wrong(
          `The disk of the database is full: ${reasonOf(error)}.`,
          'Free space on the database server’s disk, such as old logs and backups, or enlarge it. Delete nothing in its data folder.',
        )
      : look(
          `Whether the disk of the database has room is not known: ${reasonOf(error)}.`,
          'df -h on the database server',
        );
  } finally {
    await server.query('rollback').catch(() => {});
  }
}

async function speed(server: pg.Client): Promise<Finding> {
  const times: number[] = [];
  for (let i = 0; i < commits; i++) {
    const begun = performance.now();
    await server.query("select pg_logical_emit_message(true, 'fairlead doctor', '')");
    times.push(performance.now() - begun);
  }
  const fastest = Math.min(...times);
  return fastest < slowCommit
    ? fine(`The database stores a commit in ${fastest.toFixed(fastest < 10 ? 1 : 0)} ms`)
    : wrong(
        `The database takes ${Math.round(fastest)} ms to store a commit: everything that people save waits for it.`,
        'Put its data folder on a faster disk (not on a network share or a memory card), or look what else writes there: iostat -x 1',
      );
}
