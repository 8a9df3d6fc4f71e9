// Run by a test: writes a row before, during and after a period in which fsync fails.
import fs from 'node:fs';
import { sqlState } from '../../database-error.ts';
import { EmbeddedEngine } from '../engine.ts';

const flag = process.env.FAIL_FSYNC ?? '';
const restarts: unknown[] = [];
const log = { info: () => {}, warn: () => {}, error: (details: unknown) => restarts.push(details) };
const engine = await EmbeddedEngine.open({ folder: process.env.FOLDER ?? '', log });
await engine.query('create table note (word text)', []);
await engine.query('insert into note values ($1)', ['before']);
const transaction = await engine.begin('begin');
await transaction.query('insert into note values ($1)', ['during']);
fs.writeFileSync(flag, '');
const refused = await transaction.commit().then(
  () => 'acknowledged',
  (error: unknown) => sqlState(error) ?? String(error),
);
fs.rmSync(flag);
await engine.query('insert into note values ($1)', ['after']);
const { rows } = await engine.query('select word from note', []);
console.log(JSON.stringify({ refused, restarts: restarts.length, words: rows.flat() }));
await engine.close();
