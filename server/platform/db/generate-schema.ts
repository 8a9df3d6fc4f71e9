// Writes schema.generated.ts, the tables as TypeScript types, and build/data-model.md, their diagrams, both read from a
// freshly migrated database. Run it after every change of a migration: node server/platform/db/generate-schema.ts
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase, type Queryable } from './database.ts';
import { DATA_MODEL_FILE, describeDataModel } from './describe-data-model.ts';

export const SCHEMA_FILE = path.join(import.meta.dirname, 'schema.generated.ts');

type Column = {
  tableName: string;
  columnName: string;
  /** The name of the type; for an array, that of its elements. */
  typeName: string;
  isArray: boolean;
  isNullable: boolean;
  hasDefault: boolean;
  /** Computed by the database, or an identity column that accepts no other value. */
  isReadOnly: boolean;
  /** The definition of a check constraint on this column alone. */
  checked: string | null;
};

/** PostgreSQL's types as values.ts parses them. The generator fails on a type that is missing here. */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  date: 'string',
  timestamptz: 'Date',
};

/** The types for reading and for writing, where they differ. */
const DIFFERING: Readonly<Record<string, { read: string; write: string }>> = {
  jsonb: { read: 'JsonValue', write: 'string' },
  bytea: { read: 'Buffer', write: 'Uint8Array' },
};

const HEADER = `// Made by generate-schema.ts from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A value of a jsonb column. It is read parsed and written with JSON.stringify. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
`;

/** The text of schema.generated.ts for a migrated database. @throws for a type or a name without an equivalent */
export async function describeSchema(db: Queryable): Promise<string> {
  const tables = Map.groupBy(await findColumns(db), ({ tableName }) => tableName);
  const types = [...tables].map(([table, columns]) => {
    const fields = columns.map((column) => `  ${camelCase(column.columnName)}: ${typeOf(column)};`);
    return `export type ${pascalCase(table)}Table = {\n${fields.join('\n')}\n};\n`;
  });
  const entries = [...tables.keys()].map((table) => `  ${camelCase(table)}: ${pascalCase(table)}Table;`);
  return [HEADER, ...types, `export type Schema = {\n${entries.join('\n')}\n};\n`].join('\n');
}

async function findColumns(db: Queryable): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table_name, a.attname as column_name, (a.atthasdef or a.attidentity <> '') as has_default,
      (a.attgenerated <> '' or a.attidentity = 'a') as is_read_only, not a.attnotnull as is_nullable,
      coalesce(element.typname, type.typname) as type_name, element.oid is not null as is_array,
      (select pg_get_constraintdef(k.oid) from pg_catalog.pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.oid limit 1) as checked
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_type type on type.oid = a.atttypid
    left join pg_catalog.pg_type element on element.oid = type.typelem and type.typcategory = 'A'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
    order by c.relname collate "C", a.attnum`.execute(db);
  return rows;
}

function typeOf(column: Column): string {
  const differing = DIFFERING[column.typeName];
  if (differing && !column.isArray) return differingType(column, differing);
  const type = choiceOf(column) ?? TYPES[column.typeName];
  if (type === undefined)
    throw new Error(`${column.tableName}.${column.columnName}: no counterpart of ${column.typeName}`);
  const full = `${type}${column.isArray ? '[]' : ''}${column.isNullable ? ' | null' : ''}`;
  if (column.isReadOnly) return `GeneratedAlways<${full}>`;
  return column.hasDefault ? `Generated<${full}>` : full;
}

/**
 * A text column that a check constraint limits to a list of words gets their union type, so that a wrong word does not
 * compile.
 */
function choiceOf({ typeName, isArray, checked }: Column): string | undefined {
  const list = typeName === 'text' && !isArray ? /= ANY \(ARRAY\[([^[\]]+)\]/.exec(checked ?? '')?.[1] : undefined;
  const words = list?.match(/'[^']*'/g);
  return words?.join(' | ');
}

function differingType(column: Column, { read, write }: { read: string; write: string }): string {
  const orNull = column.isNullable ? ' | null' : '';
  if (column.isReadOnly) return `GeneratedAlways<${read}${orNull}>`;
  const orLeftOut = column.hasDefault || column.isNullable ? ' | undefined' : '';
  return `ColumnType<${read}${orNull}, ${write}${orNull}${orLeftOut}, ${write}${orNull}>`;
}

function camelCase(name: string): string {
  // Kysely's plugin would not convert other names back to the same name
  if (!/^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/.test(name))
    throw new Error(`${name} cannot be written in camelCase and back`);
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const pascalCase = (name: string) => camelCase(name).replace(/^./, (letter) => letter.toUpperCase());

async function main(): Promise<void> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'fairlead-schema-'));
  const db = await openDatabase({ dataDir, log: { info: () => {}, warn: console.warn, error: console.error } });
  try {
    await fs.writeFile(SCHEMA_FILE, await describeSchema(db));
    await fs.mkdir(path.dirname(DATA_MODEL_FILE), { recursive: true });
    await fs.writeFile(DATA_MODEL_FILE, await describeDataModel(db));
  } finally {
    await db.destroy();
    await fs.rm(dataDir, { recursive: true });
  }
}

if (import.meta.main) await main();
