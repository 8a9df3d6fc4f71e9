import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { yieldToOthers } from '../thread-priority.ts';
import { nothingCopied } from './copied-text.ts';
import { loadFonts } from './fonts.ts';
import { printSheet } from './print-sheet.ts';
import type { SheetOrder } from './typesetter.ts';
import type { WorkerReply } from './worker-queue.ts';

if (!parentPort) throw new Error('typesetter.worker.ts runs as a worker only');
const port = parentPort;
// Before the compiler starts its own threads.
yieldToOthers();
const fonts = loadFonts();
const compiler = NodeCompiler.create({
  workspace: join(import.meta.dirname, '../..'),
  fontArgs: [{ fontBlobs: fonts.files }],
});

port.on('message', ({ file, text, pictures }: SheetOrder) => {
  const placed = Object.entries(pictures).map(([name, content]) => ({ path: join(dirname(file), name), content }));
  let reply: WorkerReply;
  try {
    for (const { path, content } of placed) compiler.mapShadow(path, Buffer.from(content));
    const written = JSON.stringify(text);
    const inputs = { text: written, families: JSON.stringify(fonts.familiesFor(written)) };
    reply = { done: printSheet(compiler, { mainFilePath: file, inputs }, nothingCopied).pdf };
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  } finally {
    // The photographs of one sheet must never be accessible to the next.
    for (const { path } of placed) compiler.unmapShadow(path);
    compiler.evictCache(0);
  }
  port.postMessage(reply);
});
