import { copyOfPerson, ownCopy } from '@fairlead/contract/personal-data';
import { describe, expect, test } from 'vitest';
import { personalData } from '../../personal-data.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { deedsOn } from '../../testing/owners.ts';
import { unzip } from '../../testing/unzip.ts';
import { marks, wholePerson } from '../../testing/whole-person.ts';
import { signAccessToken } from '../accounts/tokens.ts';

const program = await testApp();
const { app, config, clock, db, person, wait, files } = program;
const admin = await person('admin');
const { owner, number } = await wholePerson(program);

async function take(as: Person | undefined, of?: string) {
  const token = as && (await signAccessToken(as, config.secrets.token, clock()));
  const path = of === undefined ? ownCopy.path : copyOfPerson.path.replace(':id', of);
  return app.inject({ url: `/api${path}`, headers: token ? { authorization: `Bearer ${token}` } : {} });
}
const rowsIn = (copy: Record<string, Buffer>, kind: string) => JSON.parse(String(copy[`data/${kind}.json`]));

describe('a copy of what is held on a person', () => {
  test('has every kind of record, the papers opened, and no key to anything', async () => {
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
    expect(rowsIn(copy, 'sessions')).toHaveLength(2);
    expect(rowsIn(copy, 'watching')).toMatchObject([{ watched_seconds: 30 }]);
    expect(rowsIn(copy, 'attempts')).toHaveLength(2);
    expect(rowsIn(copy, 'answers')).toHaveLength(6);
    expect(rowsIn(copy, 'answers')).toContainEqual(
      expect.objectContaining({ question: 'Which light is shown in case 1?', answer: 'Green' }),
    );
    expect(rowsIn(copy, 'what-you-did').length).toBeGreaterThan(2);
    const stored: { folder: string; filename: string }[] = rowsIn(copy, 'files');
    expect(stored.map(({ folder }) => folder).sort()).toEqual([
      'certificates',
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

  test('has nothing of anybody else', async () => {
    const other = await person();
    const copy = await unzip((await take(other)).rawPayload);
    const text = Object.values(copy).map(String).join('\n');
    expect(text).toContain(other.email);
    for (const mark of [owner.email, owner.accountId, number, ...Object.values(marks)])
      expect(text).not.toContain(mark);
  });

  test('is for the person and for those who answer their request, and each is in the audit', async () => {
    const refused = [await take(undefined, owner.accountId), await take(await person(), owner.accountId)];
    refused.push(await take(await person('registrar'), owner.accountId), await take(undefined));
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403, 401]);
    const before = (await deedsOn(program, owner)).filter(([action]) => action === 'account.copy-data').length;
    const copy = await unzip((await take(admin, owner.accountId)).rawPayload);
    expect(rowsIn(copy, 'account')).toMatchObject([{ email: owner.email }]);
    const events = db.selectFrom('auditEvent').select('actorId').where('action', '=', 'account.copy-data');
    const taken = await events.where('subjectId', '=', owner.accountId).orderBy('at').orderBy('id').execute();
    expect(taken).toHaveLength(before + 1);
    expect(taken.at(-1)).toEqual({ actorId: admin.accountId });
  });

  test('is taken five times a day', async () => {
    const me = await person();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await take(me)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    wait(24 * 3600 + 1);
    expect((await take(me)).statusCode).toBe(200);
  });

  test('comes whole when a file of it is lost, and says which', async () => {
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
