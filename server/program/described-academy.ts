import { counted } from '@fairlead/contract/values/numbers';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { academyName } from '../features/academy/feature.ts';
import type { Db } from '../platform/db/database.ts';
import type { Config } from '../settings/config.ts';

/** Which academy it is, and how much of it there is. */
const Described = z.object({
  id: z.nullable(z.string()),
  name: z.string(),
  people: z.number(),
  certificates: z.number(),
  files: z.number(),
});
export type Described = z.infer<typeof Described>;

/** Describes the academy in a database, for an operator to see whether it is the right one. */
export async function describeAcademy(db: Db, config: Pick<Config, 'academyDefaults'>): Promise<Described> {
  const academy = await db.selectFrom('academy').select('id').executeTakeFirst();
  const { rows } = await sql<Omit<Described, 'id' | 'name'>>`
    select (select count(*)::int from account) as people, (select count(*)::int from certificate) as certificates,
      (select count(*)::int from stored_file where deleted_at is null) as files`.execute(db);
  const counts = rows[0] ?? { people: 0, certificates: 0, files: 0 };
  return { id: academy?.id ?? null, name: await academyName(db, config)(), ...counts };
}

/** The description that a running program has sent; undefined for anything else, as from one of an older version. */
export const describedIn = (value: unknown): Described | undefined => z.safeParse(Described, value).data;

/** Whether nothing has happened in it yet: there is no certificate, no file, and nobody but the first administrator. */
export const isEmpty = ({ people, certificates, files }: Described): boolean =>
  certificates === 0 && files === 0 && people < 2;

/** The description in one line. */
export function inWords(academy: Described): string {
  const { id, name, people, certificates, files } = academy;
  const has = [counted(people, 'person', 'people'), counted(certificates, 'certificate'), counted(files, 'file')].join(
    ', ',
  );
  return `${name} (academy ${id ?? 'without an id'}): ${has}${isEmpty(academy) ? '. It is empty' : ''}`;
}
