/** What one round of something costs, by its unit, such as `ms CPU` and `statements`. */
export type Costs = Record<string, number>;

/** Something that `bench -- guard` compares with an earlier commit. */
type Guarded = { what: string; measure: () => Promise<Costs> };

/** A part of the guard, ready to be measured: its program is started on its data. */
export type GuardedPart = { guarded: Guarded[]; close: () => Promise<void> };

/** What the guard asks of a side. */
export type GuardQuestion = { open: string } | { measure: string } | 'close';
/** What a side answers: the names of what is open, one round of it, or why it cannot. */
export type GuardAnswer = { whats?: string[]; costs?: Costs; error?: string };
