import { copyOfPerson, ownCopy } from '@fairlead/contract/personal-data/calls';
import { describe, expect, test } from 'vitest';
import { unzip } from '../../platform/archives/testing/unzip.ts';
import { goesWithAccount } from '../../platform/personal-data/personal-table.ts';
import { declaredBy } from '../../program/declared.ts';
import { features } from '../../program/features.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';
import { actionsOn, addOwner, codeAt, givePassword, logIn, password, setUpFactor } from '../accounts/testing/owners.ts';
import { packCopy } from './pack-copy.ts';
import { marks, wholePerson } from './testing/whole-person.ts';

const { personalTables: personalData } = declaredBy(features);

const program = await testApp();
const { app, config, clock, db, person, wait, files } = program;
const admin = await person('admin');
const { owner, number } = await wholePerson(program);
await givePassword(program, owner);

async function take(as: Person | undefined, of?: string, payload: object = { currentPassword: password }) {
  const token = as && (await signAccessToken(as, config.secrets.token, clock()));
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  if (of === undefined) return app.inject({ method: ownCopy.method, url: `/api${ownCopy.path}`, headers, payload });
  return app.inject({ url: `/api${copyOfPerson.path.replace(':id', of)}`, headers });
}
const rowsIn = (copy: Record<string, Buffer>, kind: string) => JSON.parse(String(copy[`data/${kind}.json`]));

describe('a copy of the personal data', () => {
  test('contains every kind of record, decrypted identity documents, and no secrets', async () => {
    const answer = await take(owner);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const copy = await unzip(answer.rawPayload);
    expect(
      Object.keys(copy)
        .filter((name) => name.startsWith('data/'))
        .sort(),
    ).toEqual(personalData.map(({ called }) => `data/${called}.json`).sort());
    expect(rowsIn(copy, 'account')).toMatchObject([{ email: owner.email, last_name: marks.lastName }]);
    expect(rowsIn(copy, 'profile')).toMatchObject([{ passport_number: marks.passport, street_address: marks.street }]);
    expect(rowsIn(copy, 'certificates')).toMatchObject([{ number }]);
    expect(rowsIn(copy, 'enrollments')).toMatchObject(
      Array(2).fill({ decline_reason: 'other', decline_note: `Call us from ${marks.mobile}.` }),
    );
    expect(rowsIn(copy, 'sessions')).toHaveLength(2);
    // the film, and the package after it
    expect(rowsIn(copy, 'watching')).toMatchObject([{ watched_seconds: 30 }, { watched_seconds: 0 }]);
    expect(rowsIn(copy, 'documents-of-the-wallet')).toMatchObject([{ kind: 'MED' }]);
    expect(rowsIn(copy, 'attempts')).toHaveLength(2);
    expect(rowsIn(copy, 'answers')).toHaveLength(6);
    expect(rowsIn(copy, 'answers')).toContainEqual(
      expect.objectContaining({ question: 'Which light is shown in case 1?', answer: 'Green' }),
    );
    expect(rowsIn(copy, 'what-you-did').length).toBeGreaterThan(2);
    const stored: { folder: string; filename: string }[] = rowsIn(copy, 'files');
    expect(stored.map(({ folder }) => folder).sort()).toEqual([
      'certificates',
      'certificates',
      'id_documents',
      'id_documents',
      'profile_pictures',
      'signatures',
    ]);
    for (const { folder, filename } of stored) {
      const content = await files.read(folder as 'certificates', filename);
      expect(copy[`files/${folder}/${filename}`]?.equals(content)).toBe(true);
    }
    expect(String(copy['README.txt'])).toContain('Fairlead Maritime Academy');
    const data = Object.entries(copy).filter(([name]) => name.startsWith('data/'));
    const text = data.map(([, content]) => String(content)).join('\n');
    expect(text).not.toMatch(/\$argon2|"[a-z_]*(hash|salt|secret)":|correct_option/);
  });

  // shows: threats/data-rights-of-another
  test('contains nothing about anybody else', async () => {
    const other = await addOwner(program);
    const copy = await unzip((await take(other)).rawPayload);
    const text = Object.values(copy).map(String).join('\n');
    expect(text).toContain(other.email);
    for (const mark of [owner.email, owner.accountId, number, ...Object.values(marks)])
      expect(text).not.toContain(mark);
  });

  // shows: threats/data-rights-of-another
  test('is for the person and for staff who answer their request, and is audited', async () => {
    const refused = [await take(undefined, owner.accountId), await take(await person(), owner.accountId)];
    refused.push(await take(await person('registrar'), owner.accountId), await take(undefined));
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403, 401]);
    const before = (await actionsOn(program, owner)).filter(([action]) => action === 'account.copy-data').length;
    const copy = await unzip((await take(admin, owner.accountId)).rawPayload);
    expect(rowsIn(copy, 'account')).toMatchObject([{ email: owner.email }]);
    const events = db.selectFrom('auditEvent').select('actorId').where('action', '=', 'account.copy-data');
    const taken = await events.where('subjectId', '=', owner.accountId).orderBy('at').orderBy('id').execute();
    expect(taken).toHaveLength(before + 1);
    expect(taken.at(-1)).toEqual({ actorId: admin.accountId });
  });

  // shows: threats/data-rights-of-another
  test('requires the password, whose guesses are counted with those of login', async () => {
    const me = await addOwner(program);
    expect((await take(me, undefined, {})).statusCode).toBe(400);
    const wrong = { currentPassword: 'a wrong guess' };
    expect((await take(me, undefined, wrong)).json()).toMatchObject({
      fields: { currentPassword: expect.any(String) },
    });
    for (let i = 0; i < 9; i++) await take(me, undefined, wrong);
    expect([(await take(me)).statusCode, (await logIn(program, me.email)).status]).toEqual([429, 429]);
    expect(await actionsOn(program, me)).toEqual([]);
    wait(15 * 60 + 1);
    expect((await take(me)).statusCode).toBe(200);
  });

  // shows: threats/data-rights-of-another
  test('of a person with a second factor requires that too', async () => {
    const staff = await person('registrar');
    await givePassword(program, staff);
    const secret = await setUpFactor(program, staff);
    wait(60);
    expect((await take(staff)).json()).toMatchObject({ code: 'second-factor' });
    const otp = codeAt(secret, clock());
    expect((await take(staff, undefined, { currentPassword: 'a wrong guess', otp })).statusCode).toBe(400);
    expect((await take(staff, undefined, { currentPassword: password, otp })).statusCode).toBe(200);
  });

  test('is limited to five a day', async () => {
    const me = await addOwner(program);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await take(me)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    wait(24 * 3600 + 1);
    expect((await take(me)).statusCode).toBe(200);
  });

  test('is complete if a file of it is lost, and says which', async () => {
    const row = await db
      .selectFrom('storedFile')
      .select(['folder', 'filename'])
      .where('ownerId', '=', owner.accountId)
      .where('folder', '=', 'signatures')
      .executeTakeFirstOrThrow();
    await files.remove({ folder: 'signatures', filename: row.filename });
    const copy = await unzip((await take(owner)).rawPayload);
    expect(String(copy['README.txt'])).toContain(`files/signatures/${row.filename}`);
    expect(rowsIn(copy, 'profile')).toHaveLength(1);
  });
});

test('a copy that cannot be read to its end breaks off, and ends nothing else, even before anybody reads it', async () => {
  wait(24 * 3600);
  const asked = { accountId: owner.accountId, actorId: admin.accountId, ip: '127.0.0.1' };
  const copy = await packCopy(program, [goesWithAccount('no_such_table', 'broken')], asked);
  await new Promise<void>((gone) => copy.once('close', gone));
  expect(copy.errored?.message).toContain('no_such_table');
});
