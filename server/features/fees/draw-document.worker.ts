import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { yieldToOthers } from '../../platform/thread-priority.ts';
import { nothingCopied } from '../../platform/typesetting/copied-text.ts';
import { loadFonts } from '../../platform/typesetting/fonts.ts';
import { printSheet } from '../../platform/typesetting/print-sheet.ts';
import type { WorkerReply } from '../../platform/typesetting/worker-queue.ts';
import { documentText, type IssuedFacts } from './document-text.ts';

if (!parentPort) throw new Error('draw-document.worker.ts runs as a worker only');
const port = parentPort;
// Before the compiler starts its own threads.
yieldToOthers();
const fonts = loadFonts();
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  fontArgs: [{ fontBlobs: fonts.files }],
});

port.on('message', (issued: IssuedFacts) => {
  let reply: WorkerReply;
  try {
    const text = JSON.stringify(documentText(issued));
    const inputs = { text, families: JSON.stringify(fonts.familiesFor(text)) };
    const mainFilePath = join(import.meta.dirname, 'document.typ');
    reply = { done: printSheet(compiler, { mainFilePath, inputs }, nothingCopied).pdf };
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : String(error) };
  } finally {
    compiler.evictCache(10);
  }
  port.postMessage(reply);
});
