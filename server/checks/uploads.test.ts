import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { courses } from '@fairlead/contract/courses/calls';
import { files as storedFiles } from '@fairlead/contract/platform/files';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { courseFields } from '../features/courses/testing/course-fields.ts';
import { transaction } from '../platform/db/database.ts';
import type { Folder } from '../platform/files/folders.ts';
import { insertStoredFile, markDeleted } from '../platform/files/stored-files.ts';
import { type Person, testApp } from '../testing/app.ts';
import { formOf, picture, profileDocuments, profileFields } from '../testing/forms.ts';

const program = await testApp();
const { app, call, person, request, files, db } = program;
const [owner, other] = [await person(), await person()];
const staff = {
  registrar: await person('registrar'),
  instructor: await person('instructor'),
  admin: await person('admin'),
};

async function stored(folder: Folder, ownerId: string | null = owner.accountId) {
  const kept = await files.keep(await files.receiveOwn(await picture(), 'image/jpeg', 'picture.jpg'), folder);
  return transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId }));
}
const linkOf = (file: { folder: string; filename: string }, holder = owner) =>
  files.link(file.folder as Folder, file.filename, { holder: { account: holder.accountId } });
const urlOf = ({ folder, filename }: { folder: string; filename: string }) => `/api/uploads/${folder}/${filename}`;
const statusFor = async (url: string, as?: Person) => (await request('GET', url, { as })).status;

describe('a private file', () => {
  // shows: calls/private-files, threats/document-by-id, asvs/8.2.2
  test.each([
    ['id_documents', { registrar: 200, instructor: 404 }],
    ['profile_pictures', { registrar: 200, instructor: 404 }],
    ['signatures', { registrar: 200, instructor: 404 }],
    ['certificates', { registrar: 200, instructor: 404 }],
    ['trainingVideo', { registrar: 404, instructor: 404 }],
  ] as const)('in %s is for its owner and the staff who work with it', async (folder, expected) => {
    const url = urlOf(await stored(folder));
    expect(await statusFor(url)).toBe(401);
    expect(await statusFor(url, other)).toBe(404);
    expect(await statusFor(url, owner)).toBe(200);
    expect(await statusFor(url, staff.registrar)).toBe(expected.registrar);
    expect(await statusFor(url, staff.instructor)).toBe(expected.instructor);
    expect(await statusFor(url, staff.admin)).toBe(200);
  });

  test('without an owner is not for everybody', async () => {
    expect(await statusFor(urlOf(await stored('trainingVideo', null)), owner)).toBe(404);
  });

  // shows: threats/path-traversal, asvs/1.1.1
  test('does not open its folder by another spelling or another encoding of its name', async () => {
    const { filename } = await stored('id_documents');
    for (const url of [
      `/api/Uploads/ID_DOCUMENTS/${filename}`,
      `/api/uploads/id_documents/${filename}/`,
      `/api/uploads/%69d_documents/${filename}`,
      `/api/uploads/id_documents/..%2Fid_documents%2F${filename}`,
    ]) {
      expect([401, 404]).toContain(await statusFor(url));
      expect([url, await statusFor(url, other)]).toEqual([url, 404]);
    }
    // The right person has access by any spelling that the router accepts.
    expect(await statusFor(`/api/Uploads/ID_DOCUMENTS/${filename}`, owner)).toBe(200);
  });

  // shows: threats/document-by-id
  test('does not reveal to visitors which files exist', async () => {
    const there = await request('GET', urlOf(await stored('id_documents')));
    const nowhere = await request('GET', '/api/uploads/id_documents/00000000-0000-4000-8000-000000000000.jpg');
    expect(nowhere).toMatchObject({ status: there.status, body: there.body as object });
  });

  test('that is marked as deleted is gone for everybody, also by a link', async () => {
    const file = await stored('signatures');
    const link = linkOf(file);
    await transaction(db, (tx) => markDeleted(tx, file.id, program.clock()));
    expect(await statusFor(link)).toBe(404);
    expect(await statusFor(urlOf(file), owner)).toBe(404);
  });
});

describe('a signed link', () => {
  const link = async () => linkOf(await stored('id_documents'));

  // shows: calls/private-files
  test('opens its file for anyone who has it, with headers that make it harmless', async () => {
    const answer = await app.inject({ url: await link() });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  // shows: threats/document-by-id
  test('opens no other file, and nothing after it was changed', async () => {
    const [url, another] = [new URL(await link(), 'http://self'), await stored('id_documents')];
    const { search } = url;
    expect(await statusFor(urlOf(another) + search)).toBe(401);
    expect(await statusFor(`/api/uploads/signatures/${another.filename}${search}`)).toBe(401);
    for (const wrong of [
      search.replace(/expires=(\d)/, 'expires=9$1'),
      search.replace(/signature=..../, 'signature=AAAA'),
      search.replace(/&signature=.*/, ''),
      `${search}&expires=1`,
      `?${search.slice(1).replace('signature', 'signature[]')}`,
    ]) {
      expect([wrong, await statusFor(url.pathname + wrong)]).toEqual([wrong, 401]);
    }
  });

  test('expires after minutes', async () => {
    const url = await link();
    program.wait(5 * 60);
    expect(await statusFor(url)).toBe(200);
    program.wait(5 * 60);
    expect(await statusFor(url)).toBe(401);
  });

  // shows: threats/stale-link, asvs/8.2.2
  test('opens only what its holder may read at that moment', async () => {
    const [registrar, file] = [await person('registrar'), await stored('id_documents')];
    const given = linkOf(file, registrar);
    expect(await statusFor(given)).toBe(200);
    await db.updateTable('account').set({ role: 'instructor' }).where('id', '=', registrar.accountId).execute();
    expect(await statusFor(given)).toBe(401);
    await db.updateTable('account').set({ role: 'registrar' }).where('id', '=', registrar.accountId).execute();
    expect(await statusFor(given)).toBe(200);
    const due = (secondFactorDue: Date | null) =>
      db.updateTable('account').set({ secondFactorDue }).where('id', '=', registrar.accountId).execute();
    await due(program.clock());
    expect(await statusFor(given)).toBe(401);
    await due(null);
    expect(await statusFor(given)).toBe(200);
    await call(staffAccounts.disable, { params: { id: registrar.accountId }, body: { note: 'Left' } }, staff.admin);
    expect(await statusFor(given)).toBe(401);
    // anyone who is signed in gets their own files, whatever the spelling of the URL
    expect(await statusFor(given, staff.admin)).toBe(200);
  });

  // shows: threats/stale-link
  test('that was issued to somebody without the right opens nothing', async () => {
    expect(await statusFor(linkOf(await stored('id_documents'), other))).toBe(401);
    expect(await statusFor(linkOf(await stored('id_documents'), other), other)).toBe(404);
  });

  // shows: threats/stale-link
  test('that expired on an open page is renewed only for its holder', async () => {
    const old = await link();
    program.wait(3600);
    expect(await statusFor(old)).toBe(401);
    const renewed = await call(storedFiles.renew, { body: { url: old } }, owner);
    expect(await statusFor(renewed.body.data.url)).toBe(200);
    expect((await call(storedFiles.renew, { body: { url: old } }, other)).status).toBe(404);
    expect((await call(storedFiles.renew, { body: { url: old } })).status).toBe(401);
  });
});

// shows: threats/stale-link
test('to a playlist gives its links to the same holder, with the same expiry, however late it is requested', async () => {
  const [version] = [await stored('trainingVideo', null)];
  const text = `#EXTM3U\n${version.filename.replace('.jpg', '.mp4')}\n`;
  const bytes = Buffer.from(text);
  const kept = await files.keep(
    await files.receiveOwn(bytes, 'application/vnd.apple.mpegurl', 'list.m3u8'),
    'trainingVideo',
  );
  await transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId: null }));
  const link = linkOf(kept, staff.admin);
  program.wait(11 * 3600);
  const inside = /^\/api\S+$/m.exec(String((await request('GET', link)).body))?.[0] ?? '';
  const [own, their] = [link, inside].map((one) => new URL(one, 'http://self').searchParams);
  expect(inside).toContain(version.filename.slice(0, 36));
  expect(their?.get('expires')).toBe(own?.get('expires'));
  expect(their?.get('for')).toBe(staff.admin.accountId);
});

describe('any file', () => {
  test('is sent in ranges, and HEAD sends only its headers', async () => {
    const bytes = await picture();
    const url = linkOf(await stored('signatures'));
    const part = await app.inject({ url, headers: { range: 'bytes=10-19' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${bytes.length}`);
    expect(part.rawPayload).toEqual(bytes.subarray(10, 20));
    const beyond = await app.inject({ url, headers: { range: 'bytes=999999-' } });
    expect(beyond.statusCode).toBe(416);
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([200, String(bytes.length), '']);
    const hidden = await app.inject({ method: 'HEAD', url: new URL(url, 'http://self').pathname });
    expect([hidden.statusCode, hidden.payload]).toEqual([401, '']);
  });

  // shows: asvs/13.4.3
  test.each([
    '/api/uploads/secrets/token',
    '/api/uploads/.incoming/00000000-0000-4000-8000-000000000000',
    '/api/uploads/courseImg/..%2F..%2Fsecrets%2Ftoken',
    '/api/uploads/courseImg/%00.jpg',
    '/api/uploads/courseImg/index.html',
    '/api/uploads/courseImg/00000000-0000-4000-8000-000000000000.webp',
  ])('does not exist at %s', async (url) => {
    for (const as of [undefined, owner, staff.admin]) expect(await statusFor(url, as)).toBe(404);
  });
});

describe('URLs in responses open without a session', () => {
  // shows: entities/course-picture, calls/course-pictures
  test('a course’s picture for everybody, cached by browsers indefinitely', async () => {
    const form = formOf(courseFields, { courseImg: { bytes: await picture() } });
    const { body } = await call(courses.create, { form }, staff.admin);
    const answer = await app.inject({ url: body.data.courseImg?.url ?? '' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  // shows: update-profile/existing-files
  test('the documents of a profile, with the PDF as a download', async () => {
    const form = formOf(profileFields, await profileDocuments());
    const { data } = (await call(seafarers.createProfile, { form }, await person())).body;
    for (const { url } of [data.profilePicture, data.signature]) {
      expect((await app.inject({ url })).headers['content-disposition']).toMatch(/^inline/);
    }
    const document = await app.inject({ url: data.IdDocument.url });
    expect(document.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="aadhaar.pdf"/),
    });
  });
});
