import { type Ship, type ShipDetails, ships } from '@fairlead/contract/ships/calls';
import { pageOf } from '../../../platform/db/pagination.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fullName } from '../../accounts/index.ts';
import {
  addShip,
  makePairingCode,
  pairBox,
  putCourse,
  removeCourse,
  renewBoardingCode,
  signOff,
  signOn,
} from './change-ship.ts';
import { exchangePacks, sectionsOnStick } from './exchange.ts';
import { describeOrigin } from './order-certificates.ts';
import { getShip, listCrew, listShips, listTaken, type ShipRow } from './queries.ts';

const toShip = (row: ShipRow): Ship => ({
  _id: row.id,
  name: row.name,
  imo: row.imo,
  people: row.people,
  courses: row.courses,
  box: row.pairedAt && {
    pairedAt: row.pairedAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
    clock: row.clock?.toISOString() ?? null,
    renewals: row.renewals,
  },
});

/** Routes for the staff's desk of ships, and for the ships' computers. */
export const shipRoutes = (platform: Platform) => {
  const { db } = platform;
  const details = async (id: string): Promise<ShipDetails> => {
    const row = await getShip(db, id);
    return {
      ...toShip(row),
      crew: (await listCrew(db, id)).map((one) => ({
        userId: one.id,
        name: fullName(one),
        signedOnAt: one.signedOnAt.toISOString(),
        courses: one.courses,
        creditedSeconds: Math.round(one.creditedSeconds),
      })),
      taken: (await listTaken(db, id)).map((one) => ({ courseId: one.id, title: one.title, lines: one.lines })),
      origin: await describeOrigin(platform, row),
    };
  };
  return serve(ships, {
    list: async ({ query }) => {
      const { rows, limit, total } = await listShips(db, query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toShip) }));
    },
    get: async ({ params }) => ({ data: await details(params.id) }),
    add: async ({ actor, body, ip }) => {
      const id = await addShip(platform, { ...body, actorId: actor.accountId, ip });
      return { message: 'Ship added.', data: toShip(await getShip(db, id)) };
    },
    renewPairingCode: async ({ actor, params, ip }) => {
      const { code, until } = await makePairingCode(platform, { shipId: params.id, actorId: actor.accountId, ip });
      return { data: { code, until: until.toISOString() } };
    },
    addCrew: async ({ actor, params, body, ip }) => {
      const codes = await signOn(platform, { shipId: params.id, ...body, actorId: actor.accountId, ip });
      return { message: codes.length === 1 ? 'Signed on.' : `${codes.length} people signed on.`, data: codes };
    },
    renewBoardingCode: async ({ actor, params: { id, person }, ip }) => ({
      data: await renewBoardingCode(platform, { shipId: id, personId: person, actorId: actor.accountId, ip }),
    }),
    signOff: async ({ actor, params: { id, person }, ip }) => {
      await signOff(platform, { shipId: id, personId: person, actorId: actor.accountId, ip });
      return { message: 'Signed off.' };
    },
    setCourse: async ({ actor, params: { id, course }, body, ip }) => {
      await putCourse(platform, { shipId: id, courseId: course, ...body, actorId: actor.accountId, ip });
      return { message: 'Course put aboard.' };
    },
    removeCourse: async ({ actor, params: { id, course }, ip }) => {
      await removeCourse(platform, { shipId: id, courseId: course, actorId: actor.accountId, ip });
      return { message: 'Course taken from the ship.' };
    },
    uploadPack: async ({ body }) => {
      const { ship, pack } = await exchangePacks(platform, bytesOf(body), sectionsOnStick);
      const data = { shipId: ship.id, shipName: ship.name, pack: pack.toString('base64url') };
      return { message: `The pack of ${ship.name} was taken.`, data };
    },
    pair: async ({ body, ip }) => ({ data: await pairBox(platform, { ...body, ip }) }),
    exchange: async ({ body }) => {
      const { pack } = await exchangePacks(platform, bytesOf(body));
      return { pack: pack.toString('base64url') };
    },
  });
};

const bytesOf = ({ pack }: { pack: string }) => Buffer.from(pack, 'base64url');
