import type { DocumentKind, KindFacts, StaffKind } from '@fairlead/contract/wallet/wallet-kinds';
import { isKindCode } from '@fairlead/contract/wallet/wallet-rules';
import { kindGroups } from '@fairlead/contract/wallet/wallet-words';
import type { Queryable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { fullNameOrNull } from '../../accounts/index.ts';
import starting from './starting-kinds.json' with { type: 'json' };

/** What a kind of `starting-kinds.json` has unless it says otherwise. */
const usual = {
  numberFormats: [],
  country: 'none',
  countryInCode: 'no',
  validity: 'stated-or-unlimited',
  validityMonths: null,
  renewalDays: 180,
  sourceDate: '2026-11-22',
  isRetired: false,
} as const satisfies Partial<KindFacts>;

/** The kinds that come with the program, as edition 0: each applies until the academy has an edition of its own. */
const startingKinds: readonly DocumentKind[] = (
  starting as (Omit<KindFacts, keyof typeof usual> & Partial<KindFacts>)[]
).map((facts) => ({
  ...usual,
  ...facts,
  edition: 0,
  createdAt: null,
  createdBy: null,
}));

/** Every edition of every kind, newest first; of one kind alone where a code is given. */
async function listEditions(db: Queryable, code?: string): Promise<DocumentKind[]> {
  const rows = await db
    .selectFrom('documentKind as kind')
    .leftJoin('account as author', 'author.id', 'kind.createdBy')
    .selectAll('kind')
    .select(['author.firstName', 'author.lastName'])
    .$if(code !== undefined, (all) => all.where('kind.code', '=', code ?? ''))
    .orderBy('kind.edition', 'desc')
    .execute();
  const saved = rows.map(({ firstName, lastName, id: _, kindGroup, createdAt, ...kind }) => ({
    ...kind,
    group: kindGroup,
    createdAt: createdAt.toISOString(),
    createdBy: fullNameOrNull({ firstName, lastName }),
  }));
  return [...saved, ...startingKinds.filter((one) => code === undefined || one.code === code)];
}

/** The kinds as their newest editions have them, in the order of their groups, each with its former editions. */
export async function listKinds(db: Queryable): Promise<StaffKind[]> {
  const kinds = [...Map.groupBy(await listEditions(db), ({ code }) => code).values()].flatMap(([newest, ...former]) =>
    newest ? [{ ...newest, former }] : [],
  );
  const place = ({ group }: DocumentKind) => kindGroups.indexOf(group);
  return kinds.toSorted((a, b) => place(a) - place(b) || a.title.localeCompare(b.title, 'en'));
}

/** What kinds are called and when their renewal begins, by code. */
export async function kindsByCode(db: Queryable): Promise<ReadonlyMap<string, DocumentKind>> {
  return new Map((await listKinds(db)).map((kind) => [kind.code, kind]));
}

/** The newest edition of a kind; undefined for a code that is none. */
export const findKind = async (db: Queryable, code: string): Promise<DocumentKind | undefined> =>
  (await listEditions(db, code))[0];

/** Which of some codes belong to a kind. */
export async function findKindCodes(db: Queryable, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const kinds = await listKinds(db);
  return new Set(codes.filter((code) => kinds.some((kind) => isKindCode(kind, code))));
}

/** @throws AppError `invalid` for a code that is none. */
export async function getKind(db: Queryable, code: string): Promise<DocumentKind> {
  const kind = await findKind(db, code);
  if (kind) return kind;
  const message = 'Choose a kind of document';
  throw new AppError('invalid', message, { fields: { kind: message } });
}
