import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { onServer } from '../../testing/database.ts';
import {
  filesInStore,
  filesWithRow,
  formOf,
  pdf,
  picture,
  profileDocuments,
  profileFields,
} from '../../testing/forms.ts';

const document = await pdf();
const program = await testApp();
const { call, person, db } = program;
const registrar = await person('registrar');

type FileParts = Parameters<typeof formOf>[1];
const create = async (as: Person, changes: Record<string, string> = {}, files: FileParts = {}) =>
  call(
    seafarers.createProfile,
    { form: formOf({ ...profileFields, ...changes }, { ...(await profileDocuments()), ...files }) },
    as,
  );
const update = (as: Person, changes: Record<string, string>, files: FileParts = {}) =>
  call(seafarers.updateProfile, { form: formOf(changes, files) }, as);
const own = (as: Person) => call(seafarers.getOwnProfile, as);

/** Checks that a refused request leaves no file and no row, and the profile unchanged. */
async function leavesNothing(as: Person, refused: () => Promise<unknown>) {
  const state = async () => ({
    disk: await filesInStore(program),
    rows: await filesWithRow(program),
    profile: (await own(as)).body,
  });
  const before = await state();
  await refused();
  expect(await state()).toEqual(before);
}

describe('creating a profile', () => {
  // shows: profile/create-form, profile/no-data, entities/profile, entities/profile-creator, states/profile,
  //   calls/create-profile, calls/profile, messages/profile-submitted
  test('copies the registered name, and stores one spelling of Aadhaar', async () => {
    const learner = await person('learner', { firstName: 'Meera', lastName: 'Pillai' });
    const none = await own(learner);
    expect([none.status, none.body]).toEqual([404, { code: 'not-found', message: 'No profile data available.' }]);

    const { status, body } = await create(learner);
    expect([status, body.message]).toEqual([201, 'Profile submitted successfully!']);
    expect(body.data).toMatchObject({
      ...profileFields,
      IDType: 'Aadhaar',
      _id: learner.accountId,
      name: 'Meera Pillai',
      email: learner.email,
      creator: { firstName: 'Meera', lastName: 'Pillai' },
      identityChanged: false,
    });
    expect((await own(learner)).body.data).toEqual(body.data);
    expect(await filesInStore(program)).toEqual(await filesWithRow(program));
  });

  // shows: entities/profile-files
  test('names the files itself, by their content', async () => {
    const learner = await person();
    const { profilePicture, IdDocument, signature } = (await create(learner)).body.data;
    expect(profilePicture.filename).toMatch(/^[0-9a-f-]{36}\.jpg$/);
    expect(IdDocument.filename).toMatch(/^[0-9a-f-]{36}\.pdf$/);
    expect(signature.filename).toMatch(/^[0-9a-f-]{36}\.jpg$/);
  });

  test('twice is a conflict and stores no file', async () => {
    const learner = await person();
    await create(learner);
    await leavesNothing(learner, async () => {
      const { status, body } = await create(learner, { city: 'Chennai' });
      expect([status, body.message]).toEqual([409, 'You already have a profile.']);
    });
  });

  test('several times at once makes one, with one set of files', async () => {
    const learner = await person();
    const before = (await filesInStore(program)).length;
    const answers = await Promise.all(Array.from({ length: onServer() ? 12 : 4 }, () => create(learner)));
    expect(
      answers
        .map(({ status }) => status)
        .sort()
        .slice(0, 2),
    ).toEqual([201, 409]);
    expect(await filesInStore(program)).toHaveLength(before + 3);
    expect(await filesInStore(program)).toEqual(await filesWithRow(program));
  });

  // shows: entities/profile, rules/profile-required, rules/profile-files-required
  test.each([
    ['profilePicture', 'Profile picture is required'],
    ['IdDocument', 'ID document is required'],
    ['signature', 'Signature is required'],
  ])('requires the file %s', async (part, sentence) => {
    const learner = await person();
    await leavesNothing(learner, async () => {
      const { status, body } = await create(learner, {}, { [part]: undefined });
      expect([status, body]).toEqual([400, { code: 'invalid', message: sentence, fields: { [part]: sentence } }]);
    });
  });

  test('names every missing file at once', async () => {
    const learner = await person();
    const none = { profilePicture: undefined, IdDocument: undefined, signature: undefined };
    const { body } = await create(learner, {}, none);
    expect(Object.keys((body as unknown as { fields: object }).fields)).toEqual(Object.keys(none));
  });

  test.each([
    ['DateofBirth', 'Date of birth is required'],
    ['phone', 'Phone is required'],
    ['streetAddress', 'Street address is required'],
    ['city', 'City is required'],
    ['state', 'State is required'],
    ['country', 'Country is required'],
    ['zipCode', 'Zip code is required'],
    ['passportNumber', 'Passport number is required'],
    ['passportExpiryDate', 'Passport expiry is required'],
    ['CDCnumber', 'CDC number is required'],
    ['CDCexpiryDate', 'CDC expiry is required'],
    ['gradenumber', 'Grade number is required'],
    ['indosNo', 'INDOS number is required'],
    ['IDType', 'ID type is required'],
  ])('requires the field %s', async (field, sentence) => {
    const learner = await person();
    await leavesNothing(learner, async () => {
      for (const empty of ['', '  ']) {
        const { status, body } = await create(learner, { [field]: empty });
        expect([status, body]).toEqual([400, { code: 'invalid', message: sentence, fields: { [field]: sentence } }]);
      }
    });
  });

  test('completes a phone number by the country, and refuses a PIN code that cannot be one', async () => {
    const abroad = { state: 'Cebu', country: 'Philippines', zipCode: '6000' };
    const learner = await person();
    const noPin = await create(learner, { zipCode: '12345' });
    expect([noPin.status, noPin.body]).toMatchObject([400, { fields: { zipCode: expect.stringContaining('PIN') } }]);
    const { body } = await create(learner, { ...abroad, phone: '0917 123 4567' });
    expect(body.data).toMatchObject({ ...abroad, phone: '+639171234567' });
    expect((await update(learner, { phone: '+63 0918 123 4567' })).body.data.phone).toBe('+639181234567');
    expect((await update(learner, { country: 'Republic of India' })).status).toBe(400);
    const moved = await update(learner, { state: 'Telengana', country: 'Republic of India', zipCode: '500 001' });
    expect(moved.body.data).toMatchObject({ state: 'Telengana', country: 'Republic of India', phone: '+639181234567' });
  });

  // shows: entities/id-types-create, rules/profile-phone, constants/phone
  test.each([
    ['phone', '12345', 'Enter a valid phone number'],
    ['phone', '98765 43210 ext 7', 'Enter a valid phone number'],
    ['passportNumber', 'applied for', 'Enter the passport number as the passport shows it, in letters and digits.'],
    ['CDCnumber', 'NA', 'Enter the number of the CDC, or choose "CDC not issued".'],
    [
      'indosNo',
      '21GL483',
      'Enter two digits, two letters and four digits, such as 21GL4839, or choose "INDoS not issued".',
    ],
    ['phone', '1234567890123456', 'Enter a valid phone number'],
    ['DateofBirth', '1994-02-30', 'Date of birth is required'],
    ['DateofBirth', '0000-01-01', 'Date of birth is not a valid date'],
    ['DateofBirth', '0026-01-01', 'Date of birth is not a valid date'],
    ['DateofBirth', '2026-11-20', 'Date of birth must be in the past'],
    ['passportExpiryDate', '31.12.2030', 'Passport expiry is required'],
    ['IDType', 'Library card', 'ID type is required'],
    ['city', 'x'.repeat(101), 'City is too long'],
    ['ownScriptName', '123', 'Please write the name in your own script in letters'],
    ['ownScriptName', 'ആ'.repeat(121), 'Name in your own script is too long'],
  ])('refuses %s %j', async (field, value, sentence) => {
    const learner = await person();
    await leavesNothing(learner, async () => {
      const { status, body } = await create(learner, { [field]: value });
      expect([status, body]).toMatchObject([400, { code: 'invalid', message: sentence }]);
    });
  });

  // shows: rules/profile-phone, constants/phone
  test('accepts the longest and the shortest phone number', async () => {
    expect((await create(await person(), { phone: '1234567' })).status).toBe(201);
    expect((await create(await person(), { phone: '+123456789012345' })).status).toBe(201);
  });

  const text = Buffer.from('neither picture nor document');
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  // shows: rules/profile-pictures, rules/profile-document, asvs/5.2.2
  test.each([
    ['profilePicture', 'text', text, 'Must be an image'],
    ['profilePicture', 'a PDF', document, 'Must be an image'],
    ['signature', 'a PDF', document, 'Must be an image'],
    ['signature', 'a web page', html, 'Must be an image'],
    ['IdDocument', 'a web page', html, 'Must be image or PDF'],
    ['IdDocument', 'a PDF that breaks off', document.subarray(0, 40), /damaged/],
  ])('refuses as %s %s', async (part, _, bytes, sentence) => {
    const learner = await person();
    await leavesNothing(learner, async () => {
      const { status, body } = await create(learner, {}, { [part]: { bytes, name: 'passport.jpg' } });
      expect([status, body]).toMatchObject([
        400,
        { code: 'bad-file', message: expect.stringMatching(sentence), fields: { [part]: expect.any(String) } },
      ]);
    });
  });

  // shows: rules/profile-token, roles/learner-own-data
  test('is only for learners, and only for a form', async () => {
    const form = async () => ({ form: formOf(profileFields, await profileDocuments()) });
    expect((await call(seafarers.createProfile, await form())).status).toBe(401);
    expect((await call(seafarers.createProfile, await form(), registrar)).status).toBe(403);
    const json = await program.request('POST', '/api/userProfile', { as: await person(), body: profileFields });
    expect(json.status).toBe(415);
  });
});

describe('changing a profile', () => {
  // shows: update-profile/fields, entities/id-types-update, calls/update-profile
  test('changes what is sent and keeps the rest', async () => {
    const learner = await person();
    const { data: before } = (await create(learner)).body;
    const { status, body } = await update(learner, { city: 'Chennai', IDType: 'Other' });
    expect([status, body.message]).toEqual([200, 'Profile updated successfully!']);
    expect(body.data).toEqual({ ...before, city: 'Chennai', IDType: 'Other' });
  });

  // shows: update-profile/uploads
  test('replaces files, accepts a signature as PDF, and marks the former ones as deleted', async () => {
    const learner = await person();
    const { data: before } = (await create(learner)).body;
    const { data: after } = (await update(learner, {}, { signature: { bytes: document } })).body;
    expect(after.signature.filename).toMatch(/\.pdf$/);
    expect(after.profilePicture.filename).toBe(before.profilePicture.filename);
    expect((await program.request('GET', before.signature.url)).status).toBe(404);
    expect((await program.request('GET', after.signature.url)).status).toBe(200);
    // Its row is marked; the periodic cleanup removes the file later.
    expect(await filesInStore(program)).toContain(`signatures/${before.signature.filename}`);
  });

  // shows: update-profile/uploads, rules/profile-document
  test('refuses empty values and invalid documents, and changes nothing', async () => {
    const learner = await person();
    await create(learner);
    await leavesNothing(learner, async () => {
      const empty = await update(learner, { city: '', state: 'Goa' });
      expect([empty.status, empty.body.message]).toEqual([400, 'City is required']);
      const bytes = Buffer.from('text');
      const refused = await update(learner, { city: 'Goa' }, { signature: { bytes: document }, IdDocument: { bytes } });
      expect([refused.status, refused.body.message]).toEqual([400, 'Must be image or PDF']);
      const asPdf = await update(learner, {}, { profilePicture: { bytes: document } });
      expect([asPdf.status, asPdf.body.message]).toEqual([400, 'Must be an image']);
      expect((await update(learner, { DateofBirth: '2027-01-01' })).status).toBe(400);
    });
  });

  // shows: calls/update-profile
  test('requires a profile', async () => {
    const learner = await person();
    await leavesNothing(learner, async () => {
      expect((await update(learner, { city: 'Goa' }, { signature: { bytes: await picture() } })).status).toBe(404);
    });
  });

  test('several times at once keeps one file of each kind', async () => {
    const learner = await person();
    await create(learner);
    await Promise.all(
      Array.from({ length: 6 }, async () => update(learner, {}, { signature: { bytes: await picture() } })),
    );
    const alive = await db
      .selectFrom('storedFile')
      .select('filename')
      .where('ownerId', '=', learner.accountId)
      .where('folder', '=', 'signatures')
      .where('deletedAt', 'is', null)
      .execute();
    expect(alive).toEqual([{ filename: (await own(learner)).body.data.signature.filename }]);
  });
});
