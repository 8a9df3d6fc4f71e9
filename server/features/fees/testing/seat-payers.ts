import { openDatabase, transaction } from '../../../platform/db/database.ts';
import { createFiles } from '../../../platform/files/files.ts';
import { createLog } from '../../../platform/http/log.ts';
import { readConfig } from '../../../settings/config.ts';
import { addCourse, addPerson, enrol } from '../../../testing/factories.ts';
import { defaultFeeSettings } from '../../academy/rules.ts';
import { chargeFee } from '../charge-fee.ts';

// node server/features/fees/testing/seat-payers.ts COUNT, with the settings of a stopped server: switches fees on, and
// creates learners who owe the fee of a course; prints their enrolments as JSON with the session of a registrar.

const config = readConfig();
const { databaseUrl: url, dataDir, secrets } = config;
const clock = () => new Date();
const db = await openDatabase({ ...(url && { url }), dataDir, log: createLog('warn') });
const files = createFiles({ dataDir, secret: secrets.link, vault: secrets.vault, clock });
const program = { db, files, clock };
try {
  const gstin = '32AAACF1234A1ZO';
  const fees = JSON.stringify({ ...defaultFeeSettings, isOn: true, gstin, address: 'Kochi' });
  await db
    .insertInto('academySettings')
    .values({ onlyOne: true, fees })
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet({ fees }))
    .execute();
  // supplied at the academy: these people have no profile with an address
  const { id: courseId } = await addCourse(program, { title: 'Cash drill', format: 'classroom' });
  const enrolments: string[] = [];
  for (let i = 0; i < Number(process.argv[2]); i++) {
    const id = await enrol(program, await addPerson(program), courseId, 'pending');
    await transaction(db, (tx) => chargeFee(tx, { clock, config }, id));
    enrolments.push(id);
  }
  console.log(JSON.stringify({ registrar: await addPerson(program, 'registrar'), enrolments }));
} finally {
  await db.destroy();
}
