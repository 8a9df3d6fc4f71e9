import pg from 'pg';

const quoted = (name: string) => pg.escapeIdentifier(name);

/** What an administrator of a PostgreSQL server enters there (psql), so that the program's role can work. */
export const serverRemedies = {
  createDatabase: (database: string, role: string): string =>
    `create database ${quoted(database)} owner ${quoted(role)} encoding 'UTF8' locale 'C.UTF-8' template template0`,
  createRole: (role: string): string => `create role ${quoted(role)} login password '…'`,
  /** The first is for the extension of searches. */
  letCreate: (database: string, role: string): string =>
    `grant create on database ${quoted(database)} to ${quoted(role)}; grant usage, create on schema public to ${quoted(role)}`,
  /** What belongs to the role that made the server cannot be reassigned at once: its catalogues would be, too. */
  giveTables: ({ owner, madeServer }: { owner: string; madeServer: boolean }, role: string): string =>
    madeServer
      ? `do $$ declare s text; begin for s in select format('alter table %s owner to ${quoted(role)}', oid::regclass) ` +
        "from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm') union all " +
        `select format('alter routine %s owner to ${quoted(role)}', oid::regprocedure) from pg_proc ` +
        "where pronamespace = 'public'::regnamespace loop execute s; end loop; end $$"
      : `reassign owned by ${quoted(owner)} to ${quoted(role)}`,
} as const;

/** A query for the owner of tables that the role of the connection cannot change; without a row where it can all. */
export const otherOwnerQuery = `
  select pg_get_userbyid(relowner)::text as owner, relowner = 10 as "madeServer" from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and not pg_has_role(relowner, 'usage')
  order by relowner limit 1`;
