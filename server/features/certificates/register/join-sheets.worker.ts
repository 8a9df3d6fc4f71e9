import { parentPort, workerData } from 'node:worker_threads';
import { joinSheets } from './join-sheets.ts';

// Joins the PDFs in its worker data, and posts the bytes of the resulting PDF.

parentPort?.postMessage(await joinSheets(workerData as Uint8Array[]));
