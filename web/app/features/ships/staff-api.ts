import { type ShipDetails, ships, type Ship as WireShip } from '@fairlead/contract/ships/calls';
import { queryOptions } from '@tanstack/react-query';
import { call, type NamedFile } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { packBytes, packName, packText } from './pack-file.ts';

export type Ship = ReturnType<typeof shipOf>;

export const shipOf = ({ _id, ...same }: WireShip) => ({ id: _id, ...same });

/** A ship with its crew and its courses. */
export const shipQuery = (id: string) =>
  queryOptions({
    queryKey: ['ships', 'one', id],
    queryFn: async (): Promise<ShipDetails> => (await call(ships.get, { params: { id } })).data,
  });

export const refetchShips = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['ships'] });

/** Adds a ship; returns its id. */
export const addShip = async (body: { name: string; imo: string }): Promise<string> =>
  (await call(ships.add, { body })).data._id;

export const renewPairingCode = async (id: string) => (await call(ships.renewPairingCode, { params: { id } })).data;

/** Signs people on, and returns the code of each. */
export const addCrew = async (id: string, emails: string[]) =>
  (await call(ships.addCrew, { params: { id }, body: { emails } })).data;

export const renewBoardingCode = async (id: string, person: string) =>
  (await call(ships.renewBoardingCode, { params: { id, person } })).data;

export const signOff = async (id: string, person: string): Promise<string> =>
  (await call(ships.signOff, { params: { id, person } })).message;

export const setCourse = async (id: string, course: string, lines: number | null): Promise<string> =>
  (await call(ships.setCourse, { params: { id, course }, body: { lines } })).message;

export const removeCourse = async (id: string, course: string): Promise<string> =>
  (await call(ships.removeCourse, { params: { id, course } })).message;

/** Uploads the pack of a ship; returns the server's message, and the pack to carry back. */
export async function uploadPack(file: File): Promise<{ message: string; answer: NamedFile }> {
  const { message, data } = await call(ships.uploadPack, { body: { pack: await packText(file) } });
  return { message, answer: { name: packName(data.shipName, 'to the ship'), file: packBytes(data.pack) } };
}
