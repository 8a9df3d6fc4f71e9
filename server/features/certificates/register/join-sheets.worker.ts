import { parentPort, workerData } from 'node:worker_threads';
import { PDFDocument } from '@cantoo/pdf-lib';

// Joins the PDFs in its worker data, and posts the bytes of the resulting PDF.

const whole = await PDFDocument.create();
for (const bytes of workerData as Uint8Array[]) {
  const sheet = await PDFDocument.load(bytes, { updateMetadata: false });
  for (const page of await whole.copyPages(sheet, sheet.getPageIndices())) whole.addPage(page);
}
parentPort?.postMessage(await whole.save());
