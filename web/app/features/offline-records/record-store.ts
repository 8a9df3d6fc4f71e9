import type { DeviceKeyPair } from '@fairlead/contract/offline-records/offline-record-format';
import { changeKept, type KeptKey, listKept, readKept, requireKept, type Where } from '../../lib/device/kept-store.ts';
import { continued, furthest, isSent, type OfflineRecord, recordIn } from './record.ts';

/** Whose record, and of which course. */
export type Aboard = { person: string; courseId: string };

const keyOf = ({ person, courseId }: Aboard): KeptKey => ['record', person, courseId];
const merged = (stored: readonly unknown[]) => furthest(stored.map(recordIn).filter((one) => one !== undefined));

/** The record of a course on this device; undefined without an offline pass. */
export const readRecord = async (aboard: Aboard): Promise<OfflineRecord | undefined> =>
  merged(await readKept(keyOf(aboard)));

/** The same, where a record that cannot be read must not pass for none. @throws KeptUnknown */
export const requireRecord = async (aboard: Aboard): Promise<OfflineRecord | undefined> =>
  merged(await requireKept(keyOf(aboard)));

/** The courses of which a person has a record on this device. @throws KeptUnknown */
export const listRecords = (person: string): Promise<string[]> => listKept('record', person);

/** Changes a record, if there is one; undefined deletes it. Returns the changed record, and where it is stored. */
export async function changeRecord(
  aboard: Aboard,
  change: (record: OfflineRecord) => OfflineRecord | undefined,
): Promise<{ record: OfflineRecord | undefined; where: Where }> {
  let record: OfflineRecord | undefined;
  const where = await changeKept(keyOf(aboard), (stored) => {
    const before = merged(stored);
    record = before && change(before);
    return record;
  });
  return { record, where };
}

/**
 * Stores the record of a new pass, which goes on with what is not sent of the one before. One of the same pass stays.
 */
export const storeRecord = (aboard: Aboard, record: OfflineRecord): Promise<Where> =>
  changeKept(keyOf(aboard), (stored) => {
    const before = merged(stored);
    if (before?.passId === record.passId) return before;
    return before && !isSent(before) ? continued(before, record) : record;
  });

/** The key of a course on this device, and the pass that it signs for. The browser lets nobody read it. */
export type DeviceKeyOfPass = { passId: string; pair: DeviceKeyPair };

const deviceKeyOf = ({ person, courseId }: Aboard): KeptKey => ['device-key', person, courseId];

export const readDeviceKey = async (aboard: Aboard): Promise<DeviceKeyOfPass | undefined> =>
  (await readKept(deviceKeyOf(aboard))).find(isKey);

/** Local storage, where a browser without a database keeps things, makes an empty object of a key. */
const isKey = (value: unknown): value is DeviceKeyOfPass =>
  (value as Partial<DeviceKeyOfPass> | null)?.pair?.privateKey instanceof CryptoKey;

/** Stores it in place of the one before; false where the browser does not. */
export const storeDeviceKey = async (aboard: Aboard, key: DeviceKeyOfPass): Promise<boolean> =>
  (await changeKept(deviceKeyOf(aboard), () => key)) === 'disk';
