import { courses } from '@fairlead/contract/courses/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { tally } from '../../testing/answers.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { filesInStore, formOf, profileDocuments, profileFields } from '../../testing/forms.ts';
import { uploadLimits } from './multipart.ts';
import { uploadQuota } from './upload-quota.ts';

const program = await testApp({}, undefined, { uploadsADay: 5, uploadBytesADay: 2 ** 20 });
const { call, person, wait } = program;
const day = 24 * 3600;

const create = async (as: Person) =>
  call(seafarers.createProfile, { form: formOf(profileFields, await profileDocuments()) }, as);
/** Sends this many bytes that are not a picture. */
const send = (as: Person, bytes = 100) =>
  call(seafarers.updateProfile, { form: formOf({}, { signature: { bytes: new Uint8Array(bytes) } }) }, as);

describe('the daily upload quota of a seafarer', () => {
  // shows: threats/disk-filled-by-one, asvs/2.4.1
  test('limits the number of forms with files, also in parallel, and stores nothing beyond', async () => {
    const [me, other] = [await person(), await person()];
    expect((await create(me)).status).toBe(201);
    const before = await filesInStore(program);
    expect(tally(await Promise.all(Array.from({ length: 9 }, () => send(me))))).toEqual({ 400: 4, 429: 5 });
    const refused = await create(me);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many' } });
    expect(refused.body.message).toMatch(
      /^You have reached the number of files allowed in a day\. Please try again in \d+ hours/,
    );
    expect(await filesInStore(program)).toEqual(before);
    expect((await create(other)).status).toBe(201);
    wait(day + 1);
    expect((await send(me)).status).toBe(400);
  });

  // shows: threats/disk-filled-by-one
  test('limits the bytes; a smaller form still fits where a larger one did not', async () => {
    const me = await person();
    expect((await create(me)).status).toBe(201);
    expect((await send(me, 700_000)).status).toBe(400);
    expect((await send(me, 700_000)).status).toBe(429);
    expect((await send(me, 100_000)).status).toBe(400);
  });

  test('counts a form without a declared length as the largest that the call accepts', async () => {
    const me = await person();
    const { maxBytes } = uploadLimits(program.files);
    const quota = uploadQuota(program, { uploadsADay: 5, uploadBytesADay: 44 * 2 ** 20, maxBytes });
    const sent = quota({ ...me, role: 'learner' }, { call: seafarers.createProfile, contentLength: undefined });
    await expect(sent).rejects.toMatchObject({ code: 'too-many' });
    await quota({ ...me, role: 'learner' }, { call: seafarers.createProfile, contentLength: 1000 });
  });

  test('does not apply to staff', async () => {
    const admin = await person('admin');
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await call(courses.create, { form: formOf({}) }, admin)).status);
    expect(new Set(statuses)).toEqual(new Set([400]));
  });
});
