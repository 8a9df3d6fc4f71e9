import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse, addFilms, enrol } from '../../testing/factories.ts';
import { isComplete } from '../training/rules.ts';
import { type Stretch, secondsIn, union } from '../training/stretches.ts';
import { dice } from '../training/testing/stretches.ts';
import { deviceAboard } from './testing/offline-device.ts';

// A voyage: people watch on their own phones and on shared computers, without a link for days. Links break, answers are
// lost, programs are killed, clocks are set, and some progress goes ashore as a file. At the end the academy has
// credited to everybody what they have played: nothing is lost, and nothing counts twice. The seed is in the name of
// the test.

const isLong = process.env.VOYAGE === 'long';
const seed = Number(process.env.SEED ?? (isLong ? Date.now() % 1_000_000 : 7));
const days = 30;
const [people, computers, stretches] = isLong ? [12, 3, 10_000] : [4, 2, 250];

const program = await testApp();
const { call, person, wait, db } = program;
type Device = Awaited<ReturnType<typeof deviceAboard<Person>>>;

/** Somebody aboard, with the devices on which they watch, and what they have truly played of each film. */
type Sailor = { devices: Device[]; played: Stretch[][]; files: string[] };

test(`of a voyage everything counts once (seed ${seed})`, { timeout: 30 * 60_000 }, async () => {
  const random = dice(seed);
  const among = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const course = await addCourse(program);
  const seconds = (stretches / people) * (isLong ? 40 : 30);
  const durations = Array.from({ length: 8 }, () => Math.round((seconds / 8) * (0.5 + random())));
  const { films } = await addFilms(program, course.id, durations);
  const staff = await person('admin');
  const wrongBy = () => Math.round((random() - 0.5) * 600);
  const clocks = Array.from({ length: computers }, wrongBy);
  const crew: Sailor[] = [];
  for (let n = 0; n < people; n++) {
    const learner = await person();
    await enrol(program, learner, course.id);
    // a phone, and one of the shared computers, with its clock
    const phone = await deviceAboard(program, course.id, learner, { shift: wrongBy() });
    const computer = await deviceAboard(program, course.id, learner, { shift: clocks[n % computers] });
    crew.push({ devices: [phone, computer], played: durations.map(() => []), files: [] });
  }
  await db
    .updateTable('session')
    .set({ expiresAt: new Date(program.clock().getTime() + 1e10) })
    .execute();
  const between = Math.max(0, (days * 86_400 - stretches * 30) / stretches);

  /** Watches on: mostly where the film stopped, sometimes again, and only what is not locked. */
  function watch({ devices, played }: Sailor) {
    const current = played.findIndex((done, film) => !isComplete(union(done, 0.5), durations[film] ?? 0));
    const film =
      current === -1 || random() < 0.1
        ? Math.floor(random() * (current === -1 ? durations.length : current + 1))
        : current;
    const duration = durations[film] ?? 0;
    const reached = union(played[film] ?? []).at(-1)?.[1] ?? 0;
    const from = random() < 0.85 && reached < duration ? reached : Math.floor(random() * duration * 100) / 100;
    const to = Math.min(duration, Math.round((from + 5 + random() * 90) * 100) / 100);
    if (to <= from) return;
    const device = among(devices);
    // the page was closed or killed meanwhile, or somebody has set the clock
    if (random() < 0.3) device.start(random() < 0.1 ? Math.round((random() - 0.5) * 2 * 365 * 86_400) : undefined);
    device.play(film, from, to, { wait: to - from });
    played[film]?.push([from, to]);
  }

  async function contact(sailor: Sailor) {
    const device = among(sailor.devices);
    const how = random();
    if (how < 0.1 && device.unsent.length > 0) sailor.files.push(await device.file());
    // the link broke before the answer
    else if (how < 0.3 && device.unsent.length > 0)
      await device.send(await device.part({ links: device.unsent.slice(0, 1 + Math.floor(random() * 9)) }));
    else expect((await device.sync({}, 1 + Math.floor(random() * 40))).status).toBe(200);
    if (random() < 0.1 && sailor.files.length > 0) await upload(among(sailor.files));
  }
  const upload = async (file: string) =>
    expect((await call(offlineRecords.uploadProgress, { body: { file } }, staff)).status).toBe(200);

  for (let n = 0; n < stretches; n++) {
    wait(random() * between * 2);
    const sailor = among(crew);
    watch(sailor);
    if (random() < 0.1) await contact(sailor);
  }
  for (const { devices, files } of crew) {
    for (const file of files) await upload(file);
    for (const device of [...devices, ...devices]) {
      do expect((await device.sync()).status).toBe(200);
      while (device.unsent.length > 0);
    }
  }

  for (const [n, { devices, played }] of crew.entries()) {
    const rows = await db
      .selectFrom('watching')
      .innerJoin('enrolment', 'enrolment.id', 'watching.enrolmentId')
      .select(['filmId', 'watchedSeconds', 'completedAt'])
      .where('accountId', '=', devices[0]?.learner.accountId ?? '')
      .execute();
    const credited = films.map((id) => rows.find(({ filmId }) => filmId === id));
    const truly = played.map((done) => secondsIn(union(done, 0.5)));
    const inHundredths = (all: readonly (number | undefined)[]) => all.map((one) => Math.round((one ?? 0) * 100));
    expect(inHundredths(credited.map((one) => one?.watchedSeconds)), `person ${n}`).toEqual(inHundredths(truly));
    const complete = played.map((done, film) => isComplete(union(done, 0.5), durations[film] ?? 0));
    expect(credited.map((one) => one?.completedAt !== null)).toEqual(complete);
    const stored = await db
      .selectFrom('offlinePass')
      .innerJoin('enrolment', 'enrolment.id', 'offlinePass.enrolmentId')
      .select(({ fn }) => fn.sum<number>('creditedSeconds').as('sum'))
      .where('accountId', '=', devices[0]?.learner.accountId ?? '')
      .executeTakeFirstOrThrow();
    const sum = truly.reduce((all, one) => all + one, 0);
    expect(Math.round(Number(stored.sum))).toBe(Math.round(sum));
  }
});
