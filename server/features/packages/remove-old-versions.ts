import { sql } from 'kysely';
import { transaction } from '../../platform/db/database.ts';
import { isInUse } from '../../platform/files/files-in-use.ts';
import type { Platform } from '../../platform/platform.ts';

/** The hours for which a version is kept after it was replaced: somebody may be beginning it just then. */
const keptHours = 24;

/**
 * Marks the files of replaced versions for deletion, once every learner who began one has completed it, and forgets
 * where their entries were. What these learners' items have reported is kept, with what the manifest says.
 */
export async function removeOldVersions({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - keptHours * 3_600_000);
  await transaction(db, async (tx) => {
    await sql`
      update stored_file set deleted_at = ${now}
      where deleted_at is null and id in (
        select version.file_id from package_version as version
        where exists (
          select from package_version as newer
          where newer.film_id = version.film_id and newer.number > version.number and newer.created_at <= ${before}
        ) and not exists (
          select from package_run as run
          join watching on watching.enrolment_id = run.enrolment_id and watching.film_id = run.film_id
          where run.version_id = version.id and watching.completed_at is null
        )
      )`.execute(tx);
    await sql`
      delete from package_entry using package_version as version, stored_file
      where package_entry.version_id = version.id and stored_file.id = version.file_id
        and stored_file.deleted_at is not null and not ${isInUse()}`.execute(tx);
  });
}
