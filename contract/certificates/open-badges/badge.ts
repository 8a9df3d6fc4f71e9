import { z } from 'zod/mini';
import { credentialsContext, extensionsContext, openBadgesContext } from './contexts.ts';
import { DateTimeStamp } from './data-integrity.ts';

/** A badge is refused above this size in bytes; the academy's has some 2,000. A baked one may have a large picture. */
export const mostBadgeBytes = 256 * 1024;

const someOf = <S extends z.ZodMiniType>(one: S) => z.union([one, z.array(one).check(z.minLength(1))]);
const listed = <T>(value: T | T[] | undefined): T[] => (value === undefined ? [] : ([value].flat() as T[]));

/** The type of an object, which must contain one of these names. */
const typed = (...names: string[]) =>
  someOf(z.string()).check(z.refine((type) => listed(type).some((one) => names.includes(one)), `is no ${names[0]}`));

const Uri = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, 'is no URI'));
const Text = z.string().check(z.minLength(1));

const Alignment = z.looseObject({ type: typed('Alignment'), targetName: Text, targetUrl: Uri });
const Identifier = z.looseObject({ type: typed('IdentifierEntry'), identifier: Text, identifierType: Text });
const profile = { id: Uri, type: typed('Profile'), name: z.optional(Text), url: z.optional(Uri) };
const Profile = z.looseObject({
  ...profile,
  otherIdentifier: z.optional(someOf(Identifier)),
  parentOrg: z.optional(z.looseObject({ ...profile, otherIdentifier: z.optional(someOf(Identifier)) })),
});
const Result = z.looseObject({
  type: typed('Result'),
  alignment: z.optional(someOf(Alignment)),
});
const ResultDescription = z.looseObject({
  id: Uri,
  type: typed('ResultDescription'),
  name: Text,
  resultType: Text,
  alignment: z.optional(someOf(Alignment)),
  rubricCriterionLevel: z.optional(
    someOf(z.looseObject({ type: typed('RubricCriterionLevel'), alignment: z.optional(someOf(Alignment)) })),
  ),
});
const Achievement = z.looseObject({
  id: Uri,
  type: typed('Achievement'),
  name: Text,
  description: Text,
  criteria: z.looseObject({ id: z.optional(Uri), narrative: z.optional(Text) }),
  creator: z.optional(z.union([Uri, Profile])),
  alignment: z.optional(someOf(Alignment)),
  resultDescription: z.optional(someOf(ResultDescription)),
});
const Identity = z.looseObject({
  type: typed('IdentityObject'),
  hashed: z.boolean(),
  identityHash: Text,
  identityType: Text,
  salt: z.optional(z.string()),
});
const Subject = z.looseObject({
  id: z.optional(Uri),
  type: typed('AchievementSubject'),
  identifier: z.optional(someOf(Identity)),
  licenseNumber: z.optional(Text),
  result: z.optional(someOf(Result)),
  source: z.optional(Profile),
  achievement: Achievement,
});

/** Names the status list, and the place in it, that say whether a badge was withdrawn. */
export const StatusEntry = z.looseObject({
  type: z.literal('BitstringStatusListEntry'),
  statusPurpose: Text,
  statusListIndex: z.string().check(z.regex(/^(0|[1-9]\d{0,9})$/)),
  statusListCredential: Uri,
});
export type StatusEntry = z.infer<typeof StatusEntry>;

/** An object that says what kind it is of, as those for terms of use and for a newer version of a credential do. */
const Typed = z.looseObject({ type: someOf(Text) });
/**
 * Names another document and its digest, so that a reader who loads it can tell whether it is the one that was meant.
 */
const RelatedResource = z
  .looseObject({ id: Uri, digestSRI: z.optional(Text), digestMultibase: z.optional(Text) })
  .check(z.refine((one) => one.digestSRI !== undefined || one.digestMultibase !== undefined, 'has no digest'));

const base = [z.literal(credentialsContext), z.literal(openBadgesContext)] as const;

/**
 * A badge (OpenBadgeCredential, 1EdTech Open Badges 3.0, section B.1), by the rules of W3C Verifiable Credentials 2.0
 * for every credential. Its contexts are exactly those that are known here: another one, or one of its own, could give
 * the terms that are read here another meaning than the signed one.
 */
export const Badge = z
  .looseObject({
    '@context': z.union([z.tuple([...base]), z.tuple([...base, z.literal(extensionsContext)])]),
    id: Uri,
    type: typed('OpenBadgeCredential', 'AchievementCredential').check(
      z.refine((type) => listed(type).includes('VerifiableCredential'), 'is no VerifiableCredential'),
    ),
    name: z.optional(Text),
    issuer: z.union([Uri, Profile]),
    validFrom: DateTimeStamp,
    validUntil: z.optional(DateTimeStamp),
    credentialSubject: Subject,
    credentialStatus: z.optional(someOf(z.looseObject({ id: z.optional(Uri), type: Text }))),
    credentialSchema: z.optional(someOf(z.looseObject({ id: Uri, type: someOf(Text) }))),
    evidence: z.optional(someOf(z.looseObject({ type: typed('Evidence') }))),
    refreshService: z.optional(someOf(Typed)),
    termsOfUse: z.optional(someOf(Typed)),
    relatedResource: z.optional(
      someOf(RelatedResource).check(
        z.refine((all) => new Set(listed(all).map(({ id }) => id)).size === listed(all).length, 'has one twice'),
      ),
    ),
    proof: someOf(z.looseObject({ type: Text })),
  })
  .check(
    z.refine(({ validFrom, validUntil }) => !(Date.parse(validUntil ?? '') < Date.parse(validFrom)), {
      path: ['validUntil'],
      error: 'is before validFrom',
    }),
  );
export type Badge = z.infer<typeof Badge>;

/** The issuer of a credential as its URI, a DID or a URL. */
export const issuerOf = ({ issuer }: { issuer: string | { id: string } }): string =>
  typeof issuer === 'string' ? issuer : issuer.id;

/** The entries of a badge in status lists, of the kind that is known here. */
export const statusEntriesOf = ({ credentialStatus }: Pick<Badge, 'credentialStatus'>): StatusEntry[] =>
  listed<unknown>(credentialStatus).flatMap((entry) => StatusEntry.safeParse(entry).data ?? []);

/** The holder's name, where a badge states it in clear (IdentityObject of the type 'name'). */
export const nameOf = ({ credentialSubject: { identifier } }: Badge): string | undefined =>
  listed(identifier).find(({ identityType, hashed }) => identityType === 'name' && !hashed)?.identityHash;
