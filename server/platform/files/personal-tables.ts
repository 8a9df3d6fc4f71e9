import { expressionBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.generated.ts';
import type { PersonalTable } from '../personal-data/personal-table.ts';

const e = expressionBuilder<Schema, 'storedFile'>();

/** Film uploads in an object store that were begun by an account; what remains of them is deleted within a day. */
export const uploadData: PersonalTable = {
  table: 'resumable_upload',
  called: 'uploads-begun',
  tie: { column: 'owner_id' },
  withheld: ['store_upload', 'parts'],
  erasure: { deletes: 'all' },
};

/** The files that a person has sent or received; their content is in the person's copy too. */
export const fileData: PersonalTable = {
  table: 'stored_file',
  called: 'files',
  tie: { column: 'owner_id' },
  erasure: {
    changes: ({ now }) => ({
      set: sql`deleted_at = coalesce(deleted_at, ${now}), original_name = null`,
      where: e.or([e('storedFile.folder', '<>', 'certificates'), e('storedFile.contentType', '<>', 'application/pdf')]),
    }),
    keeps: 'the PDFs of certificates in the register',
  },
};
