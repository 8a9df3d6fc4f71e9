import { expressionBuilder, sql } from 'kysely';
import type { Condition } from '../db/condition.ts';
import type { Schema } from '../db/schema.generated.ts';
import type { PersonalTable } from '../personal-data/personal-table.ts';
import { isInUse } from './files-in-use.ts';

const e = expressionBuilder<Schema, 'storedFile'>();

/** Film uploads in an object store that were begun by an account; what remains of them is deleted within a day. */
export const uploadData: PersonalTable = {
  table: 'resumable_upload',
  called: 'uploads-begun',
  tie: { column: 'owner_id' },
  withheld: ['store_upload', 'parts'],
  erasure: { deletes: 'all' },
};

const erasing = (where: Condition): PersonalTable['erasure'] => ({
  changes: ({ now }) => ({ set: sql`deleted_at = coalesce(deleted_at, ${now}), original_name = null`, where }),
});

/** The files that a person has sent or received; their content is in the person's copy too. */
export const fileData: PersonalTable = {
  table: 'stored_file',
  called: 'files',
  tie: { column: 'owner_id' },
  erasure: {
    ...erasing(
      e.or([e('storedFile.folder', '<>', 'certificates'), e('storedFile.contentType', '<>', 'application/pdf')]),
    ),
    keeps: 'the PDFs of certificates in the register',
  },
};

/** Those that nothing of the person needs any more, after rows that named them were erased. */
export const unusedFileData: PersonalTable = { ...fileData, erasure: erasing(e.not(isInUse())) };
