import { Credentials } from '@fairlead/contract/accounts/calls';
import { expect, test } from 'vitest';
import { ApiError } from './api-client.ts';
import { fieldErrors, withFormNames } from './field-errors.ts';

test('the first error of a schema is shown at each field', () => {
  expect(fieldErrors(Credentials, { email: '', password: 'abc' })).toEqual({
    email: 'Email is required',
    password: 'Password must be at least 5 characters',
  });
  expect(fieldErrors(Credentials, { email: 'a@b', password: 'abcde' })).toEqual({});
});

test('the fields of a refusal get the form’s names', async () => {
  const refusal = new ApiError(400, {
    message: 'No',
    code: 'invalid',
    fields: { tittle: 'Choose one', email: 'Taken' },
  });
  const renamed = withFormNames({ tittle: 'prefix' }, Promise.reject(refusal));
  await expect(renamed).rejects.toMatchObject({
    status: 400,
    code: 'invalid',
    message: 'No',
    fields: { prefix: 'Choose one', email: 'Taken' },
  });
});
