import { type PeopleImport, peopleImport } from '@fairlead/contract/people-import/calls';
import { pageOf } from '../../platform/db/pagination.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { confirmImport } from './confirm-import.ts';
import { chooseColumns, correctRow } from './correct-import.ts';
import type { Layout } from './lay-out.ts';
import { previewImport } from './preview-import.ts';
import { getImport, listImportRows, listImports } from './queries.ts';
import { undoImport } from './undo-import.ts';
import { toPeopleImport, toPeopleImportRow } from './wire.ts';

/** Routes for importing a table of people. */
export const importRoutes = (platform: Platform) => {
  const { db } = platform;
  const present = async (id: string): Promise<{ data: PeopleImport }> => ({
    data: toPeopleImport(await getImport(db, id)),
  });
  return serve(peopleImport, {
    preview: async ({ actor, body: { sheet = '', batchId }, files: { file } }) => {
      const asked = { file: file[0], sheet: sheet.trim(), batchId };
      return present(await previewImport(platform, { ...asked, actorId: actor.accountId }));
    },
    list: async () => ({ data: (await listImports(db)).map(toPeopleImport) }),
    get: ({ params }) => present(params.id),
    listRows: async ({ params, query }) => {
      const { layout } = await getImport(db, params.id);
      const { titles: headings = [] } = (layout ?? {}) as Partial<Layout>;
      const { rows, limit, total } = await listImportRows(db, params.id, query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toPeopleImportRow), headings }));
    },
    chooseColumns: async ({ actor, params, body: { columns, dates }, ip }) => {
      await chooseColumns(platform, { importId: params.id, columns, dates, actorId: actor.accountId, ip });
      return present(params.id);
    },
    correctRow: async ({ actor, params, body, ip }) => {
      await correctRow(platform, { importId: params.id, ...body, actorId: actor.accountId, ip });
      return present(params.id);
    },
    confirm: async ({ actor, params, body: { checked = false }, ip }) => {
      await confirmImport(platform, { importId: params.id, checked, actorId: actor.accountId, ip });
      return present(params.id);
    },
    undo: async ({ actor, params, ip }) => {
      await undoImport(platform, { importId: params.id, actorId: actor.accountId, ip });
      return present(params.id);
    },
  });
};
