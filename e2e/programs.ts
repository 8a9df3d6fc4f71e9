import { test as base } from '@playwright/test';
import { type Academy, type Parts, startAcademy } from './academy.ts';
import { openSchool, type School } from './pages/school.ts';

/** How a program is started, and the test file that has it to itself; an empty name for a program that files share. */
type Wanted = { ownedBy: string; parts: Omit<Parts, 'mail'> };

type Program = { academy: Academy; school: () => Promise<School> };

async function start({ parts }: Wanted): Promise<Program> {
  const academy = await startAcademy({ ...parts, mail: 'files' });
  let school: Promise<School> | undefined;
  return {
    academy,
    school: () => {
      school ??= openSchool(academy);
      return school;
    },
  };
}

/** The programs of a worker: those that test files share, and the one of the file that runs, if it has its own. */
function keepPrograms() {
  const programs = new Map<string, { wanted: Wanted; program: Promise<Program> }>();
  const stop = async (key: string) => {
    const kept = programs.get(key);
    programs.delete(key);
    // one that did not start has cleaned up, and has failed its test already
    const program = await kept?.program.catch(() => undefined);
    await program?.academy.stop();
  };
  const isOfAnother = ({ ownedBy }: Wanted, file: string) => file !== '' && ownedBy !== '' && ownedBy !== file;
  return {
    find: async (wanted: Wanted): Promise<Program> => {
      for (const [key, kept] of programs) if (isOfAnother(kept.wanted, wanted.ownedBy)) await stop(key);
      const key = JSON.stringify(wanted);
      const { program } = programs.get(key) ?? { program: start(wanted) };
      programs.set(key, { wanted, program });
      return program;
    },
    stopAll: async () => {
      const stopped = await Promise.allSettled([...programs.keys()].map(stop));
      for (const one of stopped) if (one.status === 'rejected') throw one.reason;
    },
  };
}

type Fixtures = Wanted & { program: Program; academy: Academy; school: School };

/** The fixture of `parts`; as a plain object the runner would take it for an option with a description. */
const given = (parts: Wanted['parts']) => ({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern, and there is nothing to take
  parts: async ({}, use: (parts: Wanted['parts']) => Promise<void>) => use(parts),
});

/**
 * A test with a running program, which test files share, and the calls that prepare its data. A worker of the runner
 * keeps its programs, since it takes a second of a processor to start another worker for each.
 */
export const test = base.extend<Fixtures, { programs: ReturnType<typeof keepPrograms> }>({
  programs: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern, and there is nothing to take
    async ({}, use) => {
      const programs = keepPrograms();
      await use(programs);
      await programs.stopAll();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  ownedBy: '',
  ...given({}),
  program: async ({ programs, ownedBy, parts }, use) => use(await programs.find({ ownedBy, parts })),
  academy: ({ program }, use) => use(program.academy),
  school: async ({ program }, use) => use(await program.school()),
  baseURL: ({ academy }, use) => use(academy.url),
});

/**
 * The same with a program for one test file, for tests that count or change shared data: pass the file's
 * `import.meta.url`.
 */
export const ownProgram = (file: string, parts: Wanted['parts'] = {}) =>
  test.extend({ ownedBy: file, ...given(parts) });

const published = { env: { PUBLIC_URL: 'https://academy.example' } };

/** The same with the public URL of an academy, which codes and pages for search engines state. */
export const publicTest = test.extend(given(published));
