import type { Tx } from '../../platform/db/database.ts';

type Furnishing = {
  /** A person with documents and a certificate that is shared. */
  owner: { accountId: string; certificateId: string };
  /** The email of another learner. */
  learner: string;
  /** Who made the rows, and a colleague. */
  by: string;
  instructor: string;
  at: Date;
  today: string;
  /** What is no other furniture's. */
  nth: number;
  token: string;
};

/** Rows about people: their calendars, documents and notices, invitations and imports, and the identity of staff. */
export async function insertPeople(
  tx: Tx,
  { owner, learner: learnerEmail, by, instructor, at, today, nth, token }: Furnishing,
) {
  const { accountId, certificateId } = owner;
  const later = new Date(at.getTime() + 30 * 24 * 3600 * 1000);
  for (const [owner, kind] of [
    [accountId, 'certificates'],
    [instructor, 'batches'],
  ] as const)
    await tx
      .insertInto('calendarFeed')
      .values({ accountId: owner, kind, tokenHash: `${token} ${kind}`, createdAt: at })
      .execute();
  const { id: learner } = await tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', learnerEmail)
    .executeTakeFirstOrThrow();
  for (const days of [30, 7])
    await tx
      .insertInto('disuseNotice')
      .values({ accountId: learner, days, lastUse: at, erasesOn: '2999-01-01', sentAt: at })
      .execute();
  const wallet = await tx
    .selectFrom('walletDocument')
    .select('id')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('documentNotice')
    .values({ accountId, documentId: wallet.id, lastDay: today, days: 30, sentAt: at })
    .execute();
  const asked = await tx
    .insertInto('documentRequest')
    .values({ accountId, document: 'signature', reason: 'other', askedBy: by, askedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('enteredParticulars')
    .values({ accountId, birthDate: '1990-01-01', enteredBy: by, enteredAt: at })
    .execute();
  await tx.insertInto('expiryNotice').values({ certificateId: certificateId, days: 30, sentAt: at }).execute();
  const { id: invited } = await tx
    .insertInto('account')
    .values({
      email: `invited-${nth}@example.org`,
      prefix: 'Mr',
      firstName: 'In',
      lastName: 'Vited',
      mobile: '1',
      passwordHash: '-',
      invitedAt: at,
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('invitation')
    .values({ accountId: invited, tokenHash: token, invitedBy: by, expiresAt: later })
    .execute();
  const { id: registrationId } = await tx
    .insertInto('registration')
    .values({
      accountId: invited,
      prefix: 'Mr',
      firstName: 'In',
      lastName: 'Vited',
      mobile: '1',
      passwordHash: '-',
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const code = {
    accountId: invited,
    registrationId,
    purpose: 'verify-email',
    codeHash: token,
    sentAt: at,
    expiresAt: later,
  } as const;
  await tx.insertInto('oneTimeCode').values(code).execute();
  await tx
    .insertInto('passkeyChallenge')
    .values({ challenge: token, purpose: 'add', accountId, expiresAt: later })
    .execute();
  await tx.insertInto('secondFactor').values({ accountId: instructor, sealedSecret: token }).execute();
  await tx.insertInto('recoveryCode').values({ accountId: instructor, codeHash: token }).execute();
  const { id: importId } = await tx
    .insertInto('peopleImport')
    .values({ filename: 'crew.csv', createdBy: by, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('peopleImportRow')
    .values({
      importId,
      row: 1,
      prefix: 'Mr',
      firstName: 'In',
      lastName: 'Vited',
      email: `row-${nth}@example.org`,
      mobile: '1',
      outcome: 'new',
      accountId: invited,
    })
    .execute();
  await tx
    .insertInto('peopleImportHeadings')
    .values({ digest: token, columns: '[]', chosenBy: by, chosenAt: at })
    .execute();
  const note = await tx
    .insertInto('personNote')
    .values({ accountId, writtenBy: by, writtenAt: at, text: 'a note' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('resumableUpload')
    .values({ id: `${crypto.randomUUID()}`, ownerId: instructor, sizeBytes: 1, changedAt: at })
    .execute();
  const share = await tx
    .selectFrom('certificateShare')
    .select('id')
    .where('certificateId', '=', certificateId)
    .executeTakeFirstOrThrow();
  await tx.insertInto('shareOpening').values({ shareId: share.id, at, network: '10.0.0.0' }).execute();
  await tx
    .insertInto('signOn')
    .values({
      state: token,
      issuer: 'x',
      codeChallenge: 'x',
      nonce: 'x',
      expiresAt: later,
      accountId: instructor,
      subject: 'x',
    })
    .execute();
  await tx.insertInto('staffDigest').values({ accountId: instructor, day: today }).execute();
  const identity = await tx
    .insertInto('staffIdentity')
    .values({ accountId: instructor, issuer: 'x', subject: token, createdAt: at, lastUsedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const qualification = await tx
    .insertInto('staffQualification')
    .values({ accountId: instructor, title: 'Master', issuer: 'x', addedAt: at, addedBy: by })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    wallet: wallet.id,
    asked: asked.id,
    note: note.id,
    share: share.id,
    importId,
    invited,
    identity: identity.id,
    qualification: qualification.id,
  };
}
