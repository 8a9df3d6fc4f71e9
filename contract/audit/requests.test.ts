import { testRequests } from '../platform/testing/requests.ts';
import { AuditQuery } from './calls.ts';

testRequests([
  [
    'an action of the audit',
    AuditQuery,
    {},
    [{ action: 'course.edit-rule' }],
    [[{ action: 'A' }, 'action: There is no such action']],
  ],
]);
