import type { OfflinePass, StaffPass } from '@fairlead/contract/offline-records/calls';
import { base64url, firstHash } from '@fairlead/contract/offline-records/offline-record-format';
import { idOf, moment } from './records.ts';

/** A pass in the list of staff: aboard, with two hours credited. */
export const passOf = (change: Partial<StaffPass> = {}): StaffPass => ({
  _id: idOf('80000000', 1),
  userId: idOf('10000000', 1),
  userName: 'Asha Nair',
  courseId: idOf('20000000', 1),
  courseTitle: 'Personal Survival Techniques',
  enrolmentId: idOf('30000000', 1),
  device: 'Chrome on Android',
  films: 6,
  issuedAt: moment,
  seenAt: moment,
  syncedAt: moment,
  creditedSeconds: 7200,
  withdrawnAt: null,
  toldAt: null,
  replaced: { films: 0, counts: false, shorter: 0 },
  contradictions: [],
  ...change,
});

/** A pass as a device gets it, for these films. */
export function issuedPassOf(filmIds: readonly string[], _id = idOf('80000000', 1)): OfflinePass {
  return {
    _id,
    statement: 'signed',
    issuedAt: moment,
    courseKey: 'A'.repeat(43),
    films: filmIds.map((id) => ({ _id: id, seconds: 60 })),
    head: { number: 0, hash: base64url.encode(firstHash(_id)) },
  };
}
