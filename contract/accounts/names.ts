/** The names of a registration on the wire, with ours; the misspelling is the specification's. */
export const registrationNames = { tittle: 'prefix' } as const;
