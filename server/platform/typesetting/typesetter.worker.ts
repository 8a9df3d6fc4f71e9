import { dirname, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { carryOutOrders } from '../processes/carry-out-orders.ts';
import { yieldToOthers } from '../thread-priority.ts';
import { nothingCopied } from './copied-text.ts';
import { loadFonts } from './fonts.ts';
import { printSheet } from './print-sheet.ts';
import type { SheetOrder } from './typesetter.ts';

// Before the compiler starts its own threads.
yieldToOthers();
const fonts = loadFonts();
const compiler = NodeCompiler.create({
  workspace: join(import.meta.dirname, '../..'),
  fontArgs: [{ fontBlobs: fonts.files }],
});

carryOutOrders(({ file, text, pictures }: SheetOrder) => {
  const placed = Object.entries(pictures).map(([name, content]) => ({ path: join(dirname(file), name), content }));
  try {
    for (const { path, content } of placed) compiler.mapShadow(path, Buffer.from(content));
    const written = JSON.stringify(text);
    const inputs = { text: written, families: JSON.stringify(fonts.familiesFor(written)) };
    return printSheet(compiler, { mainFilePath: file, inputs }, nothingCopied).pdf;
  } finally {
    // The photographs of one sheet must never be accessible to the next.
    for (const { path } of placed) compiler.unmapShadow(path);
    compiler.evictCache(0);
  }
});
