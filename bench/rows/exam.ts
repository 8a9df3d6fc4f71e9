import { groupDigits } from '@fairlead/contract/values/numbers';
import { filling, startAcademy } from '../harness/academy.ts';
import { type Engine, onBothEngines } from '../harness/engines.ts';
import { sitExam } from '../harness/exam-load.ts';
import { percentile, spreadOf } from '../harness/rounds.ts';
import { addCourseFor, addReadiness, addSignedIn, addTestOf } from '../harness/school.ts';
import { beside, type Row } from '../harness/table.ts';
import type { Vitals, Watch } from '../servers/academy.ts';

type Size = { learners: number; questions: number; compression: number };

/** Seconds within which all begin, and the range of seconds for which each thinks before an answer. */
const [begin, least, most] = [30, 30, 90];

/** The 99th percentile and the maximum, for a row's note. */
const worst = ({ p99, most }: Vitals['work']) =>
  `99 of 100 times less than ${p99.toFixed(1)}, and ${most.toFixed(0)} at most`;

/**
 * Many learners who take one assessment at once: the 99th percentile of their calls' latency, and how long the server's
 * main thread was blocked.
 *
 * @throws when one of them could not continue
 */
export const measureExam = async (size: Size): Promise<Row[]> =>
  (await onBothEngines((engine) => onEngine(engine, size))).flat();

/** `compression` shortens the thinking, but not the beginning: the load is this many times that of real learners. */
async function onEngine(engine: Engine, { learners, questions, compression }: Size): Promise<Row[]> {
  const { place, remove } = await engine.place();
  const { courseId, assessmentId, tokens } = await filling(place, async (db) => {
    const people = await addSignedIn(db, place.dataDir, learners);
    const course = await addCourseFor(db, people);
    await addReadiness(db, course.enrolments);
    return { ...(await addTestOf(db, course.courseId, questions)), tokens: people.map((one) => one.accessToken) };
  });
  const academy = await startAcademy(place);
  try {
    await academy.ask({ watch: 'loop' } satisfies Watch);
    const { milliseconds, failures } = await sitExam({
      url: academy.url,
      courseId,
      testId: assessmentId,
      tokens,
      begin: Math.min(begin, learners / 10) * 1000,
      think: [(least * 1000) / compression, (most * 1000) / compression],
    });
    if (failures.length > 0) throw new Error(`${failures.length} of ${learners} could not go on: ${failures[0]}`);
    const { loop, work } = (await academy.ask('vitals')) as Vitals;
    const what = `exam of ${groupDigits(learners)} with ${questions} questions, ${engine.name}`;
    const speed = `no error; thinking ${compression} times as fast`;
    return [
      beside(`${what}, 99th percentile`, spreadOf([percentile(milliseconds, 0.99)]), {
        limit: 1000,
        unit: 'ms',
        note: `${speed}; median ${percentile(milliseconds, 0.5).toFixed(0)} ms`,
      }),
      beside('its main thread worked at a stretch, 999 of 1,000 times for less than', spreadOf([work.p999]), {
        limit: 10,
        unit: 'ms',
        note: `${worst(work)}; with its waits for a core ${loop.p999.toFixed(1)} ms, ${worst(loop)}`,
      }),
    ];
  } finally {
    await academy.stop();
    await remove();
  }
}
