import type { JobHandlers } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { DocumentToRead, readDocument, readDocumentJob } from './read-document.ts';

/** Background jobs for identity documents. */
export const seafarerJobs = (platform: Platform): JobHandlers => ({
  [readDocumentJob]: ({ payload }) => readDocument(platform, DocumentToRead.parse(payload)),
});
