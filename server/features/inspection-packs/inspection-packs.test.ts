import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { register } from '@fairlead/contract/certificates/register';
import { inspectionPacks, packFile, packKeptDays } from '@fairlead/contract/inspection-packs/calls';
import { afterAll, describe, expect, test } from 'vitest';
import { unzip } from '../../platform/archives/testing/unzip.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { declaredBy } from '../../program/declared.ts';
import { features } from '../../program/features.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addBatch, addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { earned } from '../../testing/journey.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';
import { erasePerson } from '../personal-data/erase-person.ts';
import { chainStart } from './audit-extract.ts';
import { identityInWords } from './index-page.ts';
import { removeOutdatedPacks } from './remove-packs.ts';

const { personalTables: personalData } = declaredBy(features);

const program = await testApp();
const { app, db, call, person, worker, chainAppender, clock, config, keys } = program;
const admin = await person('admin', { firstName: 'Meera', lastName: 'Rao' });

const ask = (body: object, as = admin) => call(inspectionPacks.ask, { body }, as);
const listed = async () => (await call(inspectionPacks.list, admin)).body.data;
async function download(id: string, as: Person = admin) {
  const token = await signAccessToken(as, config.secrets.token, clock());
  const url = `/api${packFile.path.replace(':id', id)}`;
  return app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
}
async function made(body: object) {
  const { status, body: answer } = await ask(body);
  expect(status).toBe(201);
  await worker.drain();
  return answer.data._id;
}

/** Somebody else wrote under the learner's email address when it was theirs, after the batch was added. */
async function wroteBefore({ accountId, email }: Person, batchId: string): Promise<void> {
  const account = db.selectFrom('account').select('createdAt').where('id', '=', accountId);
  const { createdAt } = await account.executeTakeFirstOrThrow();
  const minutesBefore = (minutes: number) => new Date(createdAt.getTime() - minutes * 60_000);
  const { accountId: other } = await person();
  await db
    .updateTable('account')
    .set({ createdAt: minutesBefore(90) })
    .where('id', '=', other)
    .execute();
  await db
    .updateTable('batch')
    .set({ createdAt: minutesBefore(90) })
    .where('id', '=', batchId)
    .execute();
  const [action, subject] = ['account.change-email', { kind: 'account', id: other }];
  const details = { from: email, to: 'x@example.org' };
  await transaction(db, (tx) => appendAudit(tx, { actorId: other, action, subject, details }));
  const change = db.updateTable('auditEvent').set({ at: minutesBefore(30) });
  await change.where('action', '=', action).where('subjectId', '=', other).execute();
  const times = { receivedAt: minutesBefore(60), changedAt: minutesBefore(60) };
  await db
    .insertInto('contactMessage')
    .values({ name: 'B', email, message: 'Of another', ...times })
    .execute();
}

/** A certified learner of a batch whose instructor is qualified, whose certificate was corrected. */
async function certifiedInBatch() {
  const { course, enrolmentId, certificate, learner } = await earned(program, { course: { title: 'Boats & <Rafts>' } });
  const instructor = await person('instructor', { firstName: 'Farida', lastName: 'Contractor' });
  const params = { id: instructor.accountId };
  const qualification = { title: 'Master', issuer: 'DGS', number: 'M-1', validUntil: '2027-01-31' };
  expect((await call(staffMembers.addQualification, { params, body: qualification }, admin)).status).toBe(201);
  const dates = { firstDay: '2026-11-19', lastDay: '2026-11-20', instructorId: instructor.accountId };
  const batchId = await addBatch(program, course.id, { code: 'BR-1', ...dates });
  await db
    .updateTable('enrolment')
    .set({ batchId, batchAskedAt: clock(), seatedAt: clock() })
    .where('id', '=', enrolmentId)
    .execute();
  const mark = { enrolmentId, batchId, mark: 'present' as const, markedBy: instructor.accountId, markedAt: clock() };
  await db
    .insertInto('attendance')
    .values([
      { ...mark, day: '2026-11-19', half: 'morning' },
      { ...mark, day: '2026-11-19', half: 'afternoon', mark: 'absent' },
    ])
    .execute();
  const approval = 'DG <Shipping>, TR/A/29/2024';
  await db.updateTable('courseRule').set({ approval }).where('courseId', '=', course.id).execute();
  const contact = { name: 'Asha', message: 'The <room> was cold.', receivedAt: clock(), changedAt: clock() };
  await db
    .insertInto('contactMessage')
    .values({ ...contact, email: learner.email })
    .execute();
  await wroteBefore(learner, batchId);
  await worker.drain();
  const facts = { name: 'Asha K. Nair', reason: 'Name as in the passport' };
  await call(register.correct, { params: { id: certificate.id }, body: facts }, admin);
  await worker.drain();
  await chainAppender.append();
  return { course, batchId, learner, enrolmentId };
}

const folder = await mkdtemp(join(tmpdir(), 'fairlead-pack-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const { batchId, learner } = await certifiedInBatch();
const packId = await made({ batchId });
const zip = await download(packId);
const files = await unzip(zip.rawPayload);
const text = (name: string) => String(files[name]);

describe('a pack of a batch', () => {
  test('has all evidence, to read and for programs', () => {
    expect(zip.headers['content-type']).toBe('application/zip');
    expect(Object.keys(files)).toEqual([
      ...['people/0001/record.json', 'people/0001/record.html', 'people/0001/photograph.jpg'],
      ...['people/0001/certificate.pdf', 'audit/entries.csv', 'audit/chain.jsonl', 'academy-key.pem', 'check.mjs'],
      ...['pack.json', 'index.html', 'checksums.txt', 'checksums.sig'],
    ]);
    expect(files['people/0001/certificate.pdf']?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(JSON.parse(text('people/0001/record.json'))).toMatchObject({
      learner: { email: learner.email, passportNumber: 'N1234567' },
      tests: [{ passed: true, questions: [{ correct: 'Red', answered: 'Red' }, {}, {}] }],
      certificate: { status: 'issued', name: 'Asha K. Nair' },
    });
    const content = JSON.parse(text('pack.json'));
    expect(content).toMatchObject({
      scope: { batch: 'BR-1' },
      courses: [
        {
          title: 'Boats & <Rafts>',
          rules: [{ edition: 1, validity: 'months', approval: 'DG <Shipping>, TR/A/29/2024' }],
        },
      ],
      instructors: [{ name: 'Farida Contractor', qualifications: [{ title: 'Master', validUntil: '2027-01-31' }] }],
      batches: [{ code: 'BR-1', instructor: 'Farida Contractor', people: [{ attended: 1, of: 4 }] }],
      certificates: [
        { status: 'superseded', supersession: 'correction', name: 'Asha Nair' },
        { status: 'issued', name: 'Asha K. Nair' },
      ],
      contacts: [{ message: 'The <room> was cold.' }],
      missing: [],
    });
    expect(content.contacts).toHaveLength(1);
    expect(JSON.stringify(content)).not.toContain('Dock Road');
    expect(text('audit/entries.csv')).toContain('certificate.correct');
    expect(text('audit/entries.csv')).not.toContain('session.open');
  });

  // shows: asvs/1.2.1
  test('has an index without script, which escapes what people wrote', () => {
    const index = text('index.html');
    for (const words of [
      'Boats &#38; &#60;Rafts&#62;',
      'The &#60;room&#62; was cold.',
      'DG &#60;Shipping&#62;, TR/A/29/2024',
      'href="people/0001/record.html"',
      'openssl pkeyutl -verify',
      'What is not recorded',
      'Farida Contractor',
    ])
      expect(index).toContain(words);
    expect(index).not.toMatch(/<script|javascript:|<(link|iframe)/);
    expect(index).toContain("default-src 'none'");
  });

  test('verifies by the key that the academy publishes, and its audit is one chain', async () => {
    const list = files['checksums.txt'] ?? Buffer.alloc(0);
    const [published] = await keys.published();
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: published?.key ?? '' }, format: 'jwk' });
    expect(verify(null, list, key, files['checksums.sig'] ?? Buffer.alloc(0))).toBe(true);
    expect(key.export({ format: 'pem', type: 'spki' })).toBe(text('academy-key.pem'));
    const sums = String(list).trimEnd().split('\n').slice(1);
    expect(sums.map((line) => line.slice(66))).toEqual(Object.keys(files).slice(0, -2));
    for (const line of sums) {
      const content = files[line.slice(66)] ?? '';
      expect(createHash('sha256').update(content).digest('hex')).toBe(line.slice(0, 64));
    }
    const links = text('audit/chain.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    let previous = links[0].previous;
    for (const { index, at, digest, hash } of links) {
      expect(
        createHash('sha256')
          .update(JSON.stringify([index, at, digest, previous]))
          .digest('hex'),
      ).toBe(hash);
      previous = hash;
    }
    // of the others there is no content
    expect(links.filter(({ facts }) => facts).length).toBe(JSON.parse(text('pack.json')).places.length);
    expect(links.filter(({ facts }) => facts?.action.startsWith('session.'))).toEqual([]);
  });

  test('is accepted by its own checker and by openssl, until a byte is changed or a file is added', async () => {
    const write = async (name: string, content: Buffer | string) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    };
    for (const [name, content] of Object.entries(files)) await write(name, content);
    const check = () => {
      try {
        return execFileSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' });
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    };
    const openssl = () =>
      execFileSync(
        'openssl',
        'pkeyutl -verify -pubin -inkey academy-key.pem -rawin -in checksums.txt -sigfile checksums.sig'.split(' '),
        { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
      );
    expect(check()).toContain('All is as it was signed.');
    expect(openssl()).toContain('Signature Verified Successfully');
    const changedAt = async (name: string, at: number) => {
      const whole = files[name] ?? Buffer.alloc(0);
      const content = Buffer.from(whole);
      content[at] = (content[at] ?? 0) ^ 1;
      await write(name, content);
      const found = check();
      await write(name, whole);
      return found;
    };
    expect(await changedAt('people/0001/certificate.pdf', 400)).toContain('people/0001/certificate.pdf was changed.');
    expect(await changedAt('checksums.txt', 200)).toContain('checksums.txt is not what the academy has signed.');
    expect(await changedAt('checksums.sig', 5)).toContain('NOT as it was signed.');
    const links = text('audit/chain.jsonl').trimEnd().split('\n');
    await write('audit/chain.jsonl', `${[links[0], ...links.slice(2)].join('\n')}\n`);
    expect(check()).toContain('A link of the audit is missing');
    await write('audit/chain.jsonl', text('audit/chain.jsonl'));
    await write('people/0002/record.html', 'somebody else');
    await symlink('record.html', join(folder, 'people/0001/more.html'));
    const found = check();
    for (const name of ['people/0002/record.html', 'people/0001/more.html'])
      expect(found).toContain(`${name} does not belong to the pack.`);
  });

  test('is noted in the audit, when it was asked for and at each download', async () => {
    const rows = await db
      .selectFrom('auditEvent')
      .select(['action', 'actorId'])
      .where('subjectId', '=', packId)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'inspection-pack.ask', actorId: admin.accountId },
      { action: 'inspection-pack.download', actorId: admin.accountId },
    ]);
  });
});

test('a pack of a period has those who were trained, tested or certified then, and nobody else', async () => {
  const other = await person();
  await addProfile(program, other);
  const { id: otherCourse } = await addCourse(program, { title: 'Another course' });
  await enrol(program, other, otherCourse);
  const id = await made({ from: '2026-11-20', to: '2026-11-20' });
  const found = await unzip((await download(id)).rawPayload);
  expect(JSON.parse(String(found['pack.json'])).people).toMatchObject([{ courseTitle: 'Boats & <Rafts>' }]);
  expect(String(found['index.html'])).not.toContain('Another course');
  expect((await ask({ from: '2026-11-01', to: '2026-11-18' })).body).toMatchObject({ code: 'conflict' });
  const ofOther = { from: '2026-11-01', to: '2026-11-30', courseId: otherCourse };
  expect((await ask(ofOther)).body).toMatchObject({ code: 'conflict', message: /Nobody/ });
});

test('a pack needs a period or a batch that exists, and is made once at a time', async () => {
  for (const body of [
    {},
    { from: '2026-11-02' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2025-01-01', to: '2026-11-01' },
  ])
    expect((await ask(body)).status).toBe(400);
  expect((await ask({ batchId: crypto.randomUUID() })).status).toBe(404);
  const first = await ask({ batchId });
  expect(first.status).toBe(201);
  expect((await ask({ batchId })).body).toMatchObject({ code: 'not-yet', message: /is being made/ });
  expect((await download(first.body.data._id)).statusCode).toBe(409);
  await worker.drain();
  expect((await listed())[0]).toMatchObject({ state: 'ready', people: 1, done: 1, batchCode: 'BR-1' });
});

test('only those who may take data out of the academy ask for packs, list and open them', async () => {
  const others = [await person('registrar'), await person('instructor'), await person()];
  for (const as of others) {
    expect((await ask({ batchId }, as)).status).toBe(403);
    expect((await call(inspectionPacks.list, as)).status).toBe(403);
    expect((await download(packId, as)).statusCode).toBe(403);
  }
  expect((await download(crypto.randomUUID())).statusCode).toBe(404);
  const stored = db.selectFrom('storedFile').select(['filename']).where('folder', '=', 'inspection_packs');
  const { filename } = await stored.executeTakeFirstOrThrow();
  const url = `/api/uploads/inspection_packs/${filename}`;
  for (const as of [...others, admin]) expect((await program.request('GET', url, { as })).status).toBe(404);
  const late = await person('admin');
  expect((await download(packId, late)).statusCode).toBe(200);
  const longAgo = new Date(clock().getTime() - 11 * 60_000);
  await db.updateTable('session').set({ confirmedAt: longAgo }).where('id', '=', late.sessionId).execute();
  expect((await download(packId, late)).json()).toMatchObject({ code: 'confirm-password' });
});

test('a pack is withdrawn when somebody is erased who is on an attendance sheet beside its members', async () => {
  const { course, enrolmentId } = await earned(program);
  const classmate = await person();
  const beside = await enrol(program, classmate, course.id);
  const seat = { batchId: await addBatch(program, course.id), batchAskedAt: clock(), seatedAt: clock() };
  await db.updateTable('enrolment').set(seat).where('id', 'in', [enrolmentId, beside]).execute();
  await worker.drain();
  const scope = { from: '2026-11-20', to: '2026-11-20', courseId: course.id };
  const id = await made(scope);
  expect((await listed())[0]).toMatchObject({ people: 2, done: 2 });
  expect(JSON.parse(String((await unzip((await download(id)).rawPayload))['pack.json']))).toMatchObject({
    people: [{ enrolmentId }],
    batches: [{ people: expect.arrayContaining([expect.objectContaining({ enrolmentId: beside })]) }],
  });
  await erasePerson({ ...program, tables: personalData }, { accountId: classmate.accountId, actorId: null });
  expect((await download(id)).statusCode).toBe(409);
  await removeOutdatedPacks(program);
  expect((await listed())[0]).toMatchObject({ state: 'removed', people: 0 });
});

test('the chain of a pack begins with its days or its enrolments, and not with a course of years ago', () => {
  const since = new Date('2026-11-01T00:00:00Z');
  const entry = (place: number, kind: string, day: string) => ({ place, kind, at: new Date(day) });
  const old = [entry(1, 'course', '2020-01-01'), entry(5, 'enrolment', '2025-10-01'), entry(7, 'course', '2026-09-01')];
  expect(chainStart(old, since)).toBeNull();
  expect(chainStart([...old, entry(11, 'course', '2026-11-02')], since)).toBe(11);
  expect(chainStart([...old, entry(9, 'enrolment', '2026-10-01'), entry(11, 'course', '2026-11-02')], since)).toBe(9);
});

test('an identity that was changed after its check is not shown as checked alone', () => {
  const checked = { identityCheckedAt: '2026-11-02T06:00:00.000Z', identityCheckedBy: 'Meera Rao' };
  expect(identityInWords({ ...checked, identityChangedAt: null })).toMatch(/^checked .*2026.* by Meera Rao$/);
  const identityChangedAt = '2026-11-05T06:00:00.000Z';
  expect(identityInWords({ ...checked, identityChangedAt })).toMatch(/ by Meera Rao, changed since .*2026/);
  const unchecked = { identityCheckedAt: null, identityCheckedBy: null, identityChangedAt };
  expect(identityInWords(unchecked)).toBe('not checked');
});

test('a pack is gone after some days, and at once when somebody in it is erased', async () => {
  const stored = async () =>
    (await db.selectFrom('storedFile').select('id').where('folder', '=', 'inspection_packs').execute()).length;
  const before = await stored();
  const gone = await earned(program);
  await worker.drain();
  const id = await made({ from: '2026-11-20', to: '2026-11-20', courseId: gone.course.id });
  expect((await download(id)).statusCode).toBe(200);
  const { accountId } = gone.learner;
  await erasePerson({ ...program, tables: personalData }, { accountId, actorId: null });
  expect((await download(id)).statusCode).toBe(409);
  expect((await listed()).find(({ _id }) => _id === id)?.state).toBe('removed');
  await removeOutdatedPacks(program);
  expect(await stored()).toBe(before);
  // who was erased before a pack is made is in it without a name, and does not withdraw it
  const again = await made({ from: '2026-11-20', to: '2026-11-20', courseId: gone.course.id });
  expect((await download(again)).statusCode).toBe(200);
  program.wait(packKeptDays * 24 * 3600);
  await removeOutdatedPacks(program);
  expect(await stored()).toBe(0);
  expect((await listed()).every(({ state }) => state === 'removed')).toBe(true);
});

test('qualifications are noted and removed by those who manage the staff, for colleagues alone', async () => {
  const colleague = await person('instructor');
  const body = { title: 'Assessor', issuer: 'DGS', number: '', validUntil: '2026-11-19' };
  const add = (id: string, as = admin) => call(staffMembers.addQualification, { params: { id }, body }, as);
  expect((await add(learner.accountId)).status).toBe(404);
  expect((await add(colleague.accountId, colleague)).status).toBe(403);
  await add(colleague.accountId);
  const noted = async () =>
    (await call(staffMembers.list, admin)).body.data.find(({ _id }) => _id === colleague.accountId)?.qualifications ??
    [];
  const [one] = await noted();
  expect(one).toMatchObject({ title: 'Assessor', validUntil: '2026-11-19', isOver: true });
  const params = { id: one?._id ?? '' };
  expect((await call(staffMembers.removeQualification, { params }, colleague)).status).toBe(403);
  expect((await call(staffMembers.removeQualification, { params }, admin)).status).toBe(200);
  expect((await call(staffMembers.removeQualification, { params }, admin)).status).toBe(404);
  expect(await noted()).toEqual([]);
});
