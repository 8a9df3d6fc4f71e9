import type * as wire from '@fairlead/contract/people-import';

export type Outcome = wire.PeopleImportRow['outcome'];

/** An uploaded table of people: the planned outcome of its rows, and whether it was confirmed. */
export type PeopleImport = Omit<wire.PeopleImport, '_id'> & { id: string };
export type ImportRow = Omit<wire.PeopleImportRow, '_id'> & { id: string };

export const importOf = ({ _id, ...rest }: wire.PeopleImport): PeopleImport => ({ id: _id, ...rest });
export const importRowOf = ({ _id, ...rest }: wire.PeopleImportRow): ImportRow => ({ id: _id, ...rest });
