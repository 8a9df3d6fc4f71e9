/**
 * Names of the wire, which the specification fixes, with ours: `{ _id: 'id', subject: 'subjects' }`. A name that is not
 * in the table is the same on both sides, so a new field needs an entry only if it has two names.
 */
export type Names = Readonly<Record<string, string>>;

/** For shapes in which only the id has two names. */
export const idNames = { _id: 'id' } as const;

type Renamed<T, N extends Names> = T extends readonly unknown[]
  ? { [I in keyof T]: Renamed<T[I], N> }
  : T extends object
    ? { [K in keyof T as K extends keyof N ? N[K] : K]: Renamed<T[K], N> }
    : T;

type Inverted<N extends Names> = { readonly [K in keyof N & string as N[K]]: K };

/** JSON has no dates: an instant is an ISO 8601 string in UTC. */
type InJson<T> = T extends Date ? string : T extends object ? { [K in keyof T]: InJson<T[K]> } : T;

/** A shape of the wire with our names, at every depth. */
export type FromWire<N extends Names, Wire> = Renamed<Wire, N>;

/** A shape of ours with the names of the wire, at every depth, and with its dates as JSON has them. */
export type ToWire<N extends Names, Ours> = Renamed<InJson<Ours>, Inverted<N>>;

/**
 * A value of the wire with our names, at every depth. It is not for records whose keys are data, since it would rename
 * these as well.
 */
export const fromWire = <const N extends Names, Wire>(names: N, wire: Wire) =>
  renamed(names, wire) as FromWire<N, Wire>;

/**
 * A value of ours with the names of the wire, at every depth, and with its dates as ISO strings. Fields that a call's
 * reply does not list are left out when it is sent, so a whole row may be given.
 */
export const toWire = <const N extends Names, Ours>(names: N, ours: Ours) =>
  renamed(inverted(names), ours) as ToWire<N, Ours>;

/** The table the other way round: the name on the wire for each of ours. */
export function inverted<const N extends Names>(names: N): Inverted<N> {
  const known = inversions.get(names);
  if (known) return known as Inverted<N>;
  const made = Object.fromEntries(Object.entries(names).map(([wire, ours]) => [ours, wire]));
  inversions.set(names, made);
  return made as Inverted<N>;
}

const inversions = new WeakMap<Names, Names>();

/** A field's other name; itself, if it has the same on both sides. */
export const nameIn = (names: Names, field: string): string =>
  Object.hasOwn(names, field) ? (names[field] as string) : field;

const asField = { enumerable: true, configurable: true, writable: true };

function renamed(names: Names, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((one) => renamed(names, one));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    const field = nameIn(names, name);
    // assigned, this name would be no field
    if (field === '__proto__') Object.defineProperty(result, field, { ...asField, value: renamed(names, one) });
    else result[field] = renamed(names, one);
  }
  return result;
}
