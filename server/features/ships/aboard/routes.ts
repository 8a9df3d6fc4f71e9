import { shipAboard } from '@fairlead/contract/ships/aboard';
import { training } from '@fairlead/contract/training/calls';
import { transaction } from '../../../platform/db/database.ts';
import { type Endpoint, serve } from '../../../platform/http/serve.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fullName, toSessionUser } from '../../accounts/index.ts';
import type { ShipSection } from '../content.ts';
import { testRoutesAboard } from '../tests/aboard/routes.ts';
import { answerAboard } from './answer-aboard.ts';
import { findBox } from './box-state.ts';
import { type AskAcademy, contactAcademy, contactJob } from './contact.ts';
import { choosePin, logInByPin } from './log-in-aboard.ts';
import { makePack } from './make-pack.ts';
import { pairThis } from './pair.ts';
import { countUnsent, listOwnCourses, listPeople } from './queries.ts';
import type { SecureOrigin } from './secure-origin.ts';
import type { ShipClock } from './ship-clock.ts';
import { takePack } from './take-pack.ts';
import { setClock } from './turn-back.ts';

/** Calls for the phones aboard. */
export const aboardRoutes = (
  platform: Platform,
  clock: ShipClock,
  ask: AskAcademy,
  origin: SecureOrigin,
): Endpoint[] => {
  const { db } = platform;
  const { answerCheck } = training;
  return [
    ...serve(shipAboard, {
      get: async () => {
        const box = await findBox(platform, db);
        const sections = await db.selectFrom('shipSection').select('content').execute();
        const ship = sections
          .map(({ content }) => content as unknown as ShipSection)
          .find(({ kind }) => kind === 'ship');
        const state = {
          ship: ship ? { name: ship.name, imo: ship.imo, academy: ship.academy } : null,
          isPaired: box !== undefined,
          contactAt: box?.contactAt?.toISOString() ?? null,
          validUntil: box?.validUntil?.toISOString() ?? null,
          trouble: [box?.trouble, box?.fileTrouble].filter(Boolean).join(' ') || null,
          people: (await listPeople(db)).map((one) => ({ _id: one.id, name: fullName(one), hasPin: one.hasPin })),
          unsentBytes: await countUnsent(db),
          origin: await origin.describe(),
        };
        return { data: state };
      },
      pair: async ({ body }) => {
        await pairThis(platform, ask, body);
        await contactAcademy(platform, clock, ask);
        await transaction(db, (tx) => enqueue(tx, contactJob, {}));
        return { message: 'This computer is paired.' };
      },
      choosePin: async ({ body, ip, userAgent }) => {
        const { account, ...tokens } = await choosePin(platform, { ...body, ip, userAgent });
        return { ...tokens, user: toSessionUser(account) };
      },
      logIn: async ({ body, ip, userAgent }) => {
        const { account, ...tokens } = await logInByPin(platform, { ...body, ip, userAgent });
        return { ...tokens, user: toSessionUser(account) };
      },
      listCourses: async ({ actor }) => ({
        data: (await listOwnCourses(db, actor.accountId)).map(({ id: courseId, ...course }) => ({
          courseId,
          ...course,
        })),
      }),
      contact: async () => {
        await contactAcademy(platform, clock, ask);
        // which goes on with the download of videos
        await transaction(db, (tx) => enqueue(tx, contactJob, {}));
        return { message: 'The academy has everything.' };
      },
      makePack: async () => {
        const { pack } = await makePack(platform, clock.session());
        return { message: 'Copy this file to a stick.', data: { pack: pack.toString('base64url') } };
      },
      loadPack: async ({ body }) => {
        const { isComplete, madeAt } = await takePack(platform, Buffer.from(body.pack, 'base64url'));
        // it took a while to come here, so that it is later than that
        await setClock(db, clock, () => clock.startFrom(madeAt));
        return {
          message: isComplete
            ? 'The pack of the academy was taken.'
            : 'The pack of the academy was taken. It has more for this ship: please make another pack.',
        };
      },
    }),
    ...testRoutesAboard(platform),
    ...serve(
      { answerCheck },
      {
        answerCheck: async ({ actor, params, body }) => {
          const answer = { accountId: actor.accountId, presenceId: params.id, choice: body.choice };
          return { data: await answerAboard(platform, answer) };
        },
      },
    ),
  ];
};
