import { testRequests } from '../platform/testing/requests.ts';
import { singleSignOn } from './calls.ts';

testRequests([
  [
    'the answer of a provider of logins',
    singleSignOn.finishSignOn.body,
    { state: 'a'.repeat(43), verifier: 'b'.repeat(43), code: 'c' },
    [],
    [
      [{ state: 'a'.repeat(42) }, 'state: This login is not complete'],
      [{ code: '' }, 'code: This login is not complete'],
    ],
  ],
]);
