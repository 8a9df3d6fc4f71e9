import { seafarers } from '@fairlead/contract/seafarers/calls';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { formOf, profileDocuments, profileFields } from '../../testing/forms.ts';

const { call, person, db } = await testApp();

const create = async (as: Person, fields: Record<string, string> = profileFields) =>
  call(seafarers.createProfile, { form: formOf(fields, await profileDocuments()) }, as);
const update = (as: Person, fields: Record<string, string>) =>
  call(seafarers.updateProfile, { form: formOf(fields) }, as);

test('stores numbers as the documents print them, and the phone number as it is dialled', async () => {
  const typed = {
    phone: '+91 98765 43210',
    passportNumber: 'z 1234567',
    CDCnumber: 'mum 12 34 56',
    indosNo: '12 zl 3456',
    gradenumber: ' g-77 ',
  };
  expect((await create(await person(), { ...profileFields, ...typed })).body.data).toMatchObject(
    Object.fromEntries(Object.keys(typed).map((name) => [name, profileFields[name as keyof typeof typed]])),
  );
});

test('stores that no CDC and no INDoS number was issued, without an expiry date', async () => {
  const { CDCexpiryDate: _, ...fields } = profileFields;
  const none = { ...fields, CDCnumber: 'Not issued', indosNo: 'not issued' };
  const learner = await person();
  const { status, body } = await create(learner, none);
  expect([status, body.data]).toMatchObject([
    201,
    { CDCnumber: 'NOT ISSUED', CDCexpiryDate: null, indosNo: 'NOT ISSUED' },
  ]);

  const sentence = 'CDC expiry is required';
  const book = { CDCnumber: 'MUM 123456' };
  const refused = await update(learner, book);
  expect(refused).toMatchObject({ status: 400, body: { message: sentence, fields: { CDCexpiryDate: sentence } } });
  const issued = { ...book, CDCexpiryDate: '2030-05-01' };
  expect((await update(learner, issued)).body.data).toMatchObject(issued);
  const lost = await update(learner, { CDCnumber: 'NOT ISSUED' });
  expect(lost.body.data).toMatchObject({ CDCnumber: 'NOT ISSUED', CDCexpiryDate: null });
});

test('leaves numbers from before these rules as they are, until they are changed', async () => {
  const learner = await person();
  await create(learner);
  const old = { passportNumber: 'z 4839201', cdcNumber: 'NOT ISSUED', indosNumber: 'none' };
  await db.updateTable('seafarerProfile').set(old).where('accountId', '=', learner.accountId).execute();
  const { body } = await update(learner, { city: 'Chennai' });
  expect(body.data).toMatchObject({
    city: 'Chennai',
    passportNumber: 'z 4839201',
    indosNo: 'none',
    CDCnumber: 'NOT ISSUED',
    CDCexpiryDate: profileFields.CDCexpiryDate,
  });
});
