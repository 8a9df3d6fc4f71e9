import { testRequests } from '../platform/testing/requests.ts';
import { overview } from './calls.ts';

testRequests([['a mass deletion', overview.allowDeletion.body, { waiting: 1 }, [], [[{ waiting: 0 }, /^waiting: /]]]]);
