import { z } from 'zod/mini';
import type { JobHandlers } from '../../platform/jobs/worker.ts';
import type { PersonalTable } from '../../platform/personal-data/personal-table.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailImport, mailImportJob } from './mail-import.ts';
import { takeBackRows, undoImportJob } from './undo-import.ts';

const Imported = z.object({ importId: z.uuid() });

/** Background jobs for imports of people: the emails of a confirmed one, and taking back one that is undone. */
export const importJobs = (platform: Platform, tables: readonly PersonalTable[]): JobHandlers => ({
  [mailImportJob]: ({ payload }) => mailImport(platform, Imported.parse(payload).importId),
  [undoImportJob]: ({ payload }) => takeBackRows({ ...platform, tables }, Imported.parse(payload).importId),
});
