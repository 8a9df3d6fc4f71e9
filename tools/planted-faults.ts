// npm run soak -- planted: shows that server/checks/everybody-else.test.ts finds what it is for. Each of these faults
// is planted alone into a copy of the sources, and the test has to fail there for a table that the fault harms. With a
// word, only the faults whose name has it.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts to replace are source code

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { copySources } from './copied-sources.ts';

/** In `file`, `from` stands once and is replaced by `to`; the rows or files of others in one of `harms` change. */
type Fault = { name: string; file: string; from: string; to: string; harms: readonly string[] };

const erasing = 'platform/personal-data/erase-rows.ts';
const sessions = 'features/accounts/sign-in/sessions.ts';
const sweep = 'platform/files/sweep.ts';

const faults: readonly Fault[] = [
  {
    name: 'a raw condition with a bare or',
    file: 'platform/files/personal-tables.ts',
    from: "e.or([e('storedFile.folder', '<>', 'certificates'), e('storedFile.contentType', '<>', 'application/pdf')])",
    to: "sql`folder <> 'certificates' or content_type <> 'application/pdf'` as never",
    harms: ['stored_file'],
  },
  {
    name: 'rows changed without their owner',
    file: erasing,
    from: 'where ? and([theirs, where]) : theirs',
    to: 'where ?? theirs',
    harms: ['stored_file'],
  },
  {
    name: 'an or for an and',
    file: erasing,
    from: 'where ? and([theirs, where]) : theirs',
    to: 'where ? (sql`${theirs} or ${where}` as never) : theirs',
    harms: ['stored_file'],
  },
  {
    name: 'a tie to every row of the other table',
    file: 'platform/personal-data/personal-table.ts',
    from: ' where ${isOf(person, tie.of)})`',
    to: ' where ${isOf(person, tie.of)} or true)`',
    harms: ['attempt', 'watching'],
  },
  {
    name: 'the texts of every film',
    file: 'features/training/films/film-texts.ts',
    from: ".where('filmId', '=', filmId)\n    .where('kind'",
    to: ".where('kind'",
    harms: ['film_text'],
  },
  {
    name: 'the files of the texts of every film',
    file: 'features/training/films/retire-film.ts',
    from: ".where('filmText.filmId', '=', filmId)",
    to: '',
    harms: ['stored_file'],
  },
  {
    name: 'the sessions of every account',
    file: sessions,
    from: ".where('accountId', '=', accountId)\n    .where('endedAt', 'is', null)\n    .execute();",
    to: ".where('endedAt', 'is', null)\n    .execute();",
    harms: ['session'],
  },
  {
    name: 'sessions that are not over',
    file: sessions,
    from: 'or expires_at < ${weekAgo}',
    to: 'or expires_at > ${weekAgo}',
    harms: ['session', 'refresh_token', 'account'],
  },
  {
    name: 'the calendars of every account',
    file: 'features/accounts/end-calendars.ts',
    from: ".where('accountId', '=', accountId)",
    to: '',
    harms: ['calendar_feed'],
  },
  {
    name: 'the codes of every account',
    file: 'features/accounts/codes.ts',
    from: "tx.deleteFrom('oneTimeCode').where(among('accountId', accountIds))",
    to: "tx.deleteFrom('oneTimeCode')",
    harms: ['one_time_code'],
  },
  {
    name: 'particulars that another import has entered',
    file: 'features/people-import/undo-import.ts',
    from: ".where('accountId', '=', accountId)\n    .where('enteredAt', '=', row.confirmedAt)",
    to: ".where('enteredAt', '=', row.confirmedAt)",
    harms: ['entered_particulars'],
  },
  {
    name: 'marked files without their owner',
    file: sweep,
    from: ".where('ownerId', '=', ownerId)",
    to: '',
    harms: ['stored_file', 'file'],
  },
  {
    name: 'marked files of any age',
    file: sweep,
    from: 'now.getTime() - quarantineDays * day',
    to: 'now.getTime() + day',
    harms: ['stored_file', 'file'],
  },
  {
    name: 'entries of packages without a join to their version',
    file: 'features/packages/remove-old-versions.ts',
    from: 'where package_entry.version_id = version.id and stored_file.id = version.file_id',
    to: 'where stored_file.id <> version.file_id',
    harms: ['package_entry'],
  },
  {
    name: 'imports of any age',
    file: 'features/people-import/preview-import.ts',
    from: "e('createdAt', '<', yesterday), ",
    to: '',
    harms: ['people_import', 'people_import_row'],
  },
  {
    name: 'messages of any age',
    file: 'features/contact/remove-messages.ts',
    from: ".where('changedAt', '<', before)",
    to: '',
    harms: ['contact_message', 'contact_answer'],
  },
  {
    name: 'registrations of any age',
    file: 'features/personal-data/retention-queries.ts',
    from: 'and account.created_at < ${before}',
    to: '',
    harms: ['account', 'registration', 'people_import_row'],
  },
  {
    name: 'a move that removes what is marked as deleted',
    file: 'platform/files/move-files.ts',
    from: 'if ((!rowNow || rowNow.isDeleted) && !(await isThere(from, name))) {',
    to: 'if (!rowNow || rowNow.isDeleted) {\n      await from.remove(name);',
    harms: ['file'],
  },
];

/** Runs the test in a copy, until it fails first; returns whether it passed, and what it printed. */
function runTest(copy: string): { passed: boolean; printed: string } {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--project=embedded', '--maxWorkers=1', '--bail=1', 'server/checks/everybody-else.test.ts'];
  const env = { ...process.env, NO_COLOR: '1', LONG_TESTS: '', TEST_DATABASE_URL: undefined };
  const options = { cwd: copy, env, encoding: 'utf8', timeout: 600_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, ...args], options);
  return { passed: status === 0, printed: stripVTControlCharacters(`${stdout}\n${stderr}`) };
}

/** Plants a fault in the copy, runs the test, and takes the fault out; returns whether it was found. */
function isFound(copy: string, { file, from, to, name, harms }: Fault): boolean {
  const path = join(copy, 'server', file);
  const sound = readFileSync(path, 'utf8');
  if (sound.split(from).length !== 2) {
    console.log(`${name}: the text to replace does not stand once in server/${file}`);
    return false;
  }
  writeFileSync(
    path,
    sound.replace(from, () => to),
  );
  const { passed, printed } = runTest(copy);
  writeFileSync(path, sound);
  const harmed = new Set([...printed.matchAll(/"(?:gone|changed): (\w+) /g)].map(([, table = '']) => table));
  const found = !passed && harms.some((table) => harmed.has(table));
  const failed = printed
    .split('\n')
    .find((line) => line.includes('FAIL'))
    ?.split(' > ')
    .at(-1);
  console.log(`${found ? 'found' : 'NOT FOUND'}: ${name}: ${[...harmed].join(', ')} (${failed})`);
  if (!found) console.log(printed);
  return found;
}

/** Whether the test passes on the sources as they are and finds every fault whose name has the word. */
export function findPlantedFaults(word = ''): boolean {
  const copy = copySources();
  try {
    const { passed, printed } = runTest(copy);
    if (!passed) console.log(`Without a fault the test fails:\n${printed}`);
    const found = faults.filter(({ name }) => name.includes(word)).map((fault) => isFound(copy, fault));
    console.log(`${found.filter(Boolean).length} of ${found.length} planted faults were found.`);
    return passed && found.every(Boolean);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
