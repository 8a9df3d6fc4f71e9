/** A record of the API with its `_id` as `id`. */
export type WithId<T extends { _id: string }> = Omit<T, '_id'> & { id: string };

/** The same record with its `_id` as `id`. */
export const withId = <T extends { _id: string }>({ _id, ...record }: T): WithId<T> => ({ id: _id, ...record });
