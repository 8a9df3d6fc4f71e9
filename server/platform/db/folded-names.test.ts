import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase, testOnOneEngine } from '../../testing/database.ts';
import { foldedColumn } from '../names/fold-name.ts';
import { namesOfNations } from '../names/testing/names.ts';

const db = await testDatabase();

/** What the database makes of some texts. */
async function foldedByDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select fold_name(text) as folded from unnest(${texts}::text[]) with ordinality as one(text, n) order by n`.execute(
    db,
  );
  return rows.map(({ folded }) => folded);
}

/** Characters that an older engine does not know, or of which it does not know the capital. */
const isNew = (code: number) => (code >= 0xa7c0 && code <= 0xa7f5) || [0x19b, 0x264, 0x1c8a].includes(code);
const isKnown = (code: number) =>
  !(code >= 0xd800 && code < 0xf900) && !/\p{Cn}/u.test(String.fromCodePoint(code)) && !isNew(code);

testOnOneEngine('program and database fold every character in the same way', async () => {
  const characters = Array.from({ length: 0xffff }, (_, n) => n + 1).filter(isKnown);
  const texts = characters.map((code) => String.fromCodePoint(code)).map((one) => `${one}ma ${one}-Ti${one}n ${one}`);
  const wrong: string[][] = [];
  for (let n = 0; n < texts.length; n += 5000) {
    const some = texts.slice(n, n + 5000);
    const folded = await foldedByDatabase(some);
    for (const [i, text] of some.entries())
      if (folded[i] !== foldedColumn(text)) wrong.push([text, folded[i] ?? '', foldedColumn(text)]);
  }
  expect(characters.length).toBeGreaterThan(50_000);
  expect(wrong).toEqual([]);
});

test('2,000 names of twelve nations are in the order of their letters, the same on both engines', async () => {
  expect(namesOfNations.length).toBeGreaterThan(2000);
  const texts = namesOfNations.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  expect(await foldedByDatabase(texts)).toEqual(texts.map(foldedColumn));
  await sql`insert into account (email, prefix, first_name, last_name, mobile, password_hash)
    select n || '@nations.example.org', 'Mr', first, last, '', ''
    from unnest(${namesOfNations.map((one) => one.firstName)}::text[], ${namesOfNations.map((one) => one.lastName)}::text[])
      with ordinality as one(first, last, n)`.execute(db);
  const listed = await sql<{ name: string }>`select first_name || ' ' || last_name as name from account
    order by folded_name collate "C", id`.execute(db);
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(foldedColumn(a)), Buffer.from(foldedColumn(b)));
  const names = listed.rows.map(({ name }) => name);
  expect(names.map(foldedColumn)).toEqual(texts.toSorted(byBytes).map(foldedColumn));
  const first = (name: string) => names.findIndex((one) => one.startsWith(name));
  for (const [name, after, before] of [
    ['Ángela', 'Ananya', 'Anna-Lena'],
    ['Élodie', 'Dewi', 'Emre'],
    ['Øyvind', 'Ola', 'Paweł'],
    ['Đặng', 'Cherry', 'Deniz'],
    ['Łukasz', 'Lars', 'Marek'],
    ['Işık', 'Irmak', 'Jan'],
  ] as const) {
    expect([name, first(after) < first(name), first(name) < first(before)]).toEqual([name, true, true]);
  }
});

test('what stands in the column follows the name, and nobody can write it', async () => {
  const { rows } = await sql<{
    foldedName: string;
  }>`insert into account (email, prefix, first_name, last_name, mobile, password_hash)
    values ('astrid@example.org', 'Mrs', 'Astrid', 'Ångström', '', '') returning folded_name`.execute(db);
  expect(rows).toEqual([{ foldedName: 'ASTRID ANGSTROM / ASTRID AANGSTROEM' }]);
  const renamed =
    await sql`update account set first_name = 'Erased', last_name = 'person' where email = 'astrid@example.org'
    returning folded_name`.execute(db);
  expect(renamed.rows).toEqual([{ foldedName: 'ERASED PERSON' }]);
  await expect(sql`update account set folded_name = 'X'`.execute(db)).rejects.toThrow('folded_name');
});
