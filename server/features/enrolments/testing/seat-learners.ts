import { openDatabase } from '../../../platform/db/database.ts';
import { createFiles } from '../../../platform/files/files.ts';
import { createLog } from '../../../platform/http/log.ts';
import { readConfig } from '../../../settings/config.ts';
import { addCourse, addPerson, addProfile, completeTraining, enrol } from '../../../testing/factories.ts';
import { addTest } from '../../assessments/testing/assessments.ts';

// node server/features/enrolments/testing/seat-learners.ts COUNT, with the settings of a stopped server: creates a
// course, its assessment of 30 minutes and ten questions, and learners who may take it; prints them as JSON with their
// sessions.

const { databaseUrl: url, dataDir, secrets } = readConfig();
const clock = () => new Date();
const db = await openDatabase({ ...(url && { url }), dataDir, log: createLog('warn') });
const files = createFiles({ dataDir, secret: secrets.link, vault: secrets.vault, clock });
const program = { db, files, clock };
try {
  const { id: courseId } = await addCourse(program, { title: 'Crash drill' });
  await addTest(program, courseId, { count: 10, settings: { minutes: 30, shuffleOptions: true } });
  const learners = [];
  for (let i = 0; i < Number(process.argv[2]); i++) {
    const learner = await addPerson(program);
    await addProfile(program, learner);
    await completeTraining(program, await enrol(program, learner, courseId));
    learners.push(learner);
  }
  console.log(JSON.stringify({ courseId, learners }));
} finally {
  await db.destroy();
}
