import type { Batch as WireBatch, RosterEntry as WireEntry } from '@fairlead/contract/batches/calls';
import { fromWire, idNames } from '@fairlead/contract/platform/names';

/** A batch as staff see it. */
export const batchOf = (wire: WireBatch) => fromWire(idNames, wire);
export type Batch = ReturnType<typeof batchOf>;

/** A person of a batch; `id` is the enrolment's. */
export const rosterEntryOf = ({ _id: id, userId, userName: name, ...entry }: WireEntry) => ({
  id,
  person: { id: userId._id, email: userId.email, name },
  ...entry,
});
export type RosterEntry = ReturnType<typeof rosterEntryOf>;
