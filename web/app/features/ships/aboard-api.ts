import { shipAboard } from '@fairlead/contract/ships/aboard';
import { queryOptions } from '@tanstack/react-query';
import { call, type NamedFile } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { startSession } from '../../lib/session/session.ts';
import { packBytes, packName, packText } from './pack-file.ts';

/** The state of the ship's computer that this page comes from. */
export const shipQuery = queryOptions({
  queryKey: ['ship-aboard', 'state'],
  queryFn: async () => (await call(shipAboard.get)).data,
});

/** The courses of the person who is logged in. */
export const ownCoursesQuery = queryOptions({
  queryKey: ['ship-aboard', 'courses'],
  queryFn: async () => (await call(shipAboard.listCourses)).data,
});

export const refetchShip = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['ship-aboard'] });

export async function pairShip(body: { academy: string; code: string }): Promise<void> {
  await call(shipAboard.pair, { body });
  await refetchShip();
}

export async function choosePin(body: { person: string; code: string; pin: string }): Promise<void> {
  startSession(await call(shipAboard.choosePin, { body }));
  await refetchShip();
}

export async function logInByPin(body: { person: string; pin: string }): Promise<void> {
  startSession(await call(shipAboard.logIn, { body }));
  await refetchShip();
}

/** Tries to reach the academy; returns the server's message. */
export const contactAcademy = async (): Promise<string> => (await call(shipAboard.contact)).message;

export async function makePack(ship: string): Promise<NamedFile> {
  const { data } = await call(shipAboard.makePack);
  return { name: packName(ship, 'to the academy'), file: packBytes(data.pack) };
}

export const loadPack = async (file: File): Promise<string> =>
  (await call(shipAboard.loadPack, { body: { pack: await packText(file) } })).message;
