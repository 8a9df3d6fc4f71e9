import { Readable } from 'node:stream';
import { contact } from '@fairlead/contract/contact/calls';
import { saveBrand, saveCertificateSettings } from '../../server/features/academy/save-settings.ts';
import { ensureFirstAdmin } from '../../server/features/accounts/staff/ensure-first-admin.ts';
import { ensureAcademy, noteAcademy } from '../../server/platform/academy-id/open-academy.ts';
import type { Db } from '../../server/platform/db/database.ts';
import type { Logger } from '../../server/platform/http/log.ts';
import type { Config } from '../../server/settings/config.ts';
import { demoBrand, demoCertificateTexts } from '../academy.ts';
import type { DemoCourse } from '../course.ts';
import { demoCourses } from '../courses.ts';
import { demoPassword, demoSeafarers, demoStaff } from '../people.ts';
import type { DemoSeafarer, DemoStaff } from '../person.ts';
import { drawSignature } from '../portraits.ts';
import { contactMessages } from '../visitors.ts';
import { aboardActions } from './aboard.ts';
import { byAdmin } from './account-of.ts';
import { type Action, inOrder } from './action.ts';
import { type BatchIds, batchActions } from './batches.ts';
import { checklistActions } from './checklists.ts';
import { type CourseIds, courseActions } from './courses.ts';
import { crewActions } from './crew.ts';
import { enrolmentActions } from './enrolments.ts';
import { feeSettingsAction } from './fees.ts';
import { inspectionActions } from './inspection.ts';
import { momentsBefore } from './moments.ts';
import { packageActions } from './packages.ts';
import { openPast, type Past } from './past.ts';
import { markFinished, markUnfinished, requireEmptyAcademy } from './require-empty.ts';
import { accountActions } from './seafarers.ts';
import { insertStaff } from './staff.ts';
import { walletActions } from './wallets.ts';

type Dependencies = { db: Db; config: Config; log: Logger };

export type Loaded = {
  /** How the first administrator logs in; without a password where that account existed before or has its own. */
  admin: { email: string; password?: string };
  mailsWritten: number;
};

/** The academy opens this many days ago, before its first course. */
const openedDaysAgo = 965;

/**
 * Fills an empty academy with the demo's courses and people. It replays some two and a half years up to `today`, action
 * by action, through the program's own calls and with a simulated clock.
 *
 * @param tell receives progress messages.
 * @throws Refused for an academy with content, which is not changed. After any other failure, part of the demo is
 *   there.
 */
export async function loadDemo(dependencies: Dependencies, today: Date, tell: (line: string) => void): Promise<Loaded> {
  const { db, config } = dependencies;
  await requireEmptyAcademy(db, config);
  await markUnfinished(config);
  await ensureAcademy(db, () => today);
  const at = momentsBefore(today, config.timeZone);
  const past = await openPast(dependencies, at(openedDaysAgo, 8, 'opening'), today);
  try {
    const admin = await makeStaff(past);
    await stateAcademy(past);
    const actions = inOrder(allActions(past, at, today));
    tell(`Making ${demoCourses.length} courses, then the story of ${demoSeafarers.length} seafarers …`);
    for (const action of actions) await carryOut(past, action);
    past.moveTo(today);
    await past.end();
    await noteAcademy({ db, clock: () => today }, config);
    await markFinished(config);
    return { admin, mailsWritten: past.mailbox.written() };
  } finally {
    await past.close();
  }
}

async function makeStaff({ platform }: Past): Promise<Loaded['admin']> {
  const { db, config, clock } = platform;
  const before = await db.selectFrom('account').select('email').executeTakeFirst();
  const password = config.firstAdmin.password ?? demoPassword;
  const { email } = await ensureFirstAdmin({
    ...platform,
    config: { ...config, firstAdmin: { ...config.firstAdmin, password } },
  });
  await insertStaff(db, demoStaff, clock());
  // The demo's staff work for years within minutes, and many people share their logins later: nobody sets up an
  // authenticator app for them.
  const putOff = { secondFactorPutOff: true };
  await db
    .insertInto('academySettings')
    .values({ onlyOne: true, ...putOff })
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet(putOff))
    .execute();
  return before || config.firstAdmin.password ? { email } : { email, password };
}

/**
 * An administrator states the academy's details, unless the operator has stated others, and how its certificates are
 * signed.
 */
async function stateAcademy({ platform }: Past): Promise<void> {
  const drawn = await drawSignature('signatory');
  const picture = await platform.files.receive(Readable.from([drawn]), {
    maxBytes: drawn.length,
    originalName: 'signature.png',
  });
  const by = await byAdmin(platform);
  const { academyDefaults } = platform.config;
  await saveBrand(platform, { texts: orStated(demoBrand, academyDefaults), picture: undefined, ...by });
  await saveCertificateSettings(platform, { texts: orStated(demoCertificateTexts, academyDefaults), picture, ...by });
}

const orStated = <Texts extends Partial<Config['academyDefaults']>>(texts: Texts, stated: Config['academyDefaults']) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, stated[name as keyof typeof stated] || text]),
  ) as Texts;

function allActions(past: Past, at: ReturnType<typeof momentsBefore>, today: Date): Action[] {
  const ids: CourseIds = new Map();
  const batchIds: BatchIds = new Map();
  const registrar = firstOf('registrar').email;
  const teachers = demoStaff.filter(({ role }) => role === 'instructor').map(({ email }) => email);
  return [
    feeSettingsAction(past, at),
    ...courseActions(past, { list: demoCourses, ids, teachers, at }),
    ...demoSeafarers.flatMap((person) => [
      ...accountActions(past, person, { registrar, at, today }),
      ...person.enrolments.flatMap((enrolment) =>
        enrolmentActions(past, { person, enrolment, course: courseOf(enrolment) }, { registrar, at, ids, batchIds }),
      ),
    ]),
    ...batchActions(past, { registrar, at, today, ids, batchIds }),
    ...walletActions(past, { registrar, at, today }),
    ...checklistActions(past, { registrar, at }),
    ...crewActions(past, { registrar, at }),
    ...inspectionActions(past, { at, batchIds }),
    ...aboardActions(past, { list: demoCourses, teachers, at, ids }),
    ...packageActions(past, { list: demoCourses, teachers, at, ids }),
    ...contactMessages.flatMap((message) => messageActions(past, message, { registrar, at })),
  ];
}

/** A visitor writes to the academy, which may answer on the next day. */
function messageActions(
  past: Past,
  { daysAgo, answer: text, ...message }: (typeof contactMessages)[number],
  { registrar, at }: { registrar: string; at: ReturnType<typeof momentsBefore> },
): Action[] {
  const sent: Action = {
    at: at(daysAgo, 14, message.email),
    what: `${message.email} writes to the academy`,
    carryOut: async () => {
      await past.visitor(contact.send, { body: message });
    },
  };
  if (!text) return [sent];
  const answered: Action = {
    at: at(daysAgo - 1, 10, message.email),
    what: `${message.email} gets an answer`,
    carryOut: async () => {
      const call = await past.as(registrar);
      const { data } = await call(contact.list, { query: { q: message.email } });
      const [found] = data;
      if (!found) throw new Error('The message did not arrive');
      await call(contact.answer, { params: { id: found._id }, query: {}, body: { text } });
    },
  };
  return [sent, answered];
}

async function carryOut(past: Past, { at, what, carryOut: act }: Action): Promise<void> {
  past.moveTo(at);
  try {
    await act();
    await past.settle();
  } catch (error) {
    throw new Error(`The demo stopped at this: ${what}.`, { cause: error });
  }
}

function firstOf(role: DemoStaff['role']): DemoStaff {
  const found = demoStaff.find((person) => person.role === role);
  if (!found) throw new Error(`The demo has no ${role}`);
  return found;
}

function courseOf({ course: key }: DemoSeafarer['enrolments'][number]): DemoCourse {
  const found = demoCourses.find((course) => course.key === key);
  if (!found) throw new Error(`The demo has no course ${key}`);
  return found;
}
