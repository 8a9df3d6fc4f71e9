import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';

// Loaded with --import: the process kills itself where KILL_AT says, as a power cut would, without a chance to tidy up.

const at = process.env.KILL_AT ?? '';
const die = () => process.kill(process.pid, 'SIGKILL');

const { open, rename, rm } = fs;
let opened = 0;
Object.assign(fs, {
  open: async (...args: Parameters<typeof open>) => {
    const path = String(args[0]);
    if (at === 'secrets' && /\/secrets\/[^/]+$/.test(path) && args[1] === 'wx') die();
    if (at === 'files' && path.includes('/.incoming/') && ++opened === 2) die();
    return open(...args);
  },
  rename: async (...args: Parameters<typeof rename>) => {
    const isNote = String(args[1]).endsWith('/restoring/note.json');
    if (at === 'before the note' && isNote) die();
    await rename(...args);
    if (at === 'after the note' && isNote) die();
  },
  rm: async (...args: Parameters<typeof rm>) => {
    if (at === 'the end' && String(args[0]).endsWith('/restoring/note.json')) die();
    return rm(...args);
  },
});
syncBuiltinESMExports();

/** The statement by which rows are loaded, on its way to either engine. */
const loadsRows = (sent: unknown) =>
  inspect(sent, { depth: 6, maxStringLength: null }).includes('jsonb_populate_recordset');
const { postMessage } = Worker.prototype;
const { write } = Socket.prototype;
if (at === 'rows') {
  Worker.prototype.postMessage = function (...args: Parameters<typeof postMessage>) {
    if (loadsRows(args[0])) die();
    return postMessage.apply(this, args);
  };
  Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
    if (args[0] instanceof Uint8Array && Buffer.from(args[0]).includes('jsonb_populate_recordset')) die();
    return write.apply(this, args as never);
  } as typeof write;
}
