import { id, many, testRequests } from '../platform/testing/requests.ts';
import { CourseInput } from './calls.ts';
import { CategoryOrder } from './course-categories.ts';
import { ApprovalInput, courseRules, Requirements, RuleInput } from './course-rules.ts';

const rule = {
  ...{ qualification: 'PST', regulation: '', competenceTable: '', modelCourse: '', standard: '', kind: 'first' },
  ...{ kindOf: '', requirements: { certificates: [], minimumAge: null, seaMonths: null, medical: false } },
  ...{ validity: 'unlimited', validityMonths: null, boundTo: '', source: 'STCW', sourceDate: '2026-01-01' },
  ...{ appliesFrom: '2026-01-01', seen: 0 },
};

testRequests([
  [
    'a course',
    CourseInput,
    {
      ...{ title: 'A', description: 'B', duration: 'C', price: '0', category: 'D', regulations: 'E' },
      subject: '["F"]',
    },
    [
      { price: '12345678.05' },
      { validityMonths: '' },
      { validityMonths: '999' },
      { subject: JSON.stringify(many(100, 'F')) },
    ],
    [
      [{ price: '' }, 'price: Price is required'],
      [{ price: '1.234' }, 'price: Price must be a number'],
      [{ validityMonths: '0' }, 'validityMonths: Validity must be a number of months'],
      [{ subject: '[' }, 'subject: Subject must be a JSON list'],
      [{ subject: '{"length": 1}' }, 'subject: Subject must be a JSON list'],
      [{ subject: '[]' }, 'subject: At least one subject is required'],
      [{ subject: JSON.stringify(many(101, 'F')) }, 'subject: A course has at most 100 subjects'],
    ],
  ],
  [
    'the categories',
    CategoryOrder,
    { categories: [] },
    [{ categories: many(500, { name: 'A', isHidden: false }) }],
    [[{ categories: many(501, { name: 'A', isHidden: false }) }, /^categories: /]],
  ],
  [
    'what a course requires',
    Requirements,
    { certificates: [], minimumAge: 14, seaMonths: 1, medical: true },
    [{ minimumAge: 99, seaMonths: 600 }, { certificates: many(10, { qualification: 'PST', evenExpired: false }) }],
    [
      ...[13, 100].map((minimumAge) => [{ minimumAge }, 'minimumAge: The age is a number from 14 to 99'] as const),
      ...[0, 601].map(
        (seaMonths) => [{ seaMonths }, 'seaMonths: Sea service is a number of months up to 600'] as const,
      ),
      [
        { certificates: many(11, { qualification: 'PST', evenExpired: false }) },
        'certificates: A course requires at most 10 qualifications',
      ],
    ],
  ],
  [
    'the rule of a course',
    RuleInput,
    rule,
    [
      { kind: 'refresher', kindOf: 'PST' },
      { validity: 'months', validityMonths: 1 },
      { validity: 'until-refresher', validityMonths: 999 },
      { validity: 'bound', boundTo: 'Passport' },
      { approval: 'DGS', approvalNumber: 'TR/A/29', approvalUntil: '2027-01-01' },
      { approval: '', approvalNumber: '', approvalUntil: null },
    ],
    [
      [{ kind: 'refresher' }, 'kindOf: Name the qualification'],
      [{ validity: 'months' }, 'validityMonths: Validity must be a number of months'],
      [{ validity: 'until-refresher' }, 'validityMonths: Validity must be a number of months'],
      [{ validity: 'bound' }, 'boundTo: Name the document'],
      [{ approval: '', approvalUntil: '2027-01-01' }, /^approval: /],
      [{ approval: '', approvalNumber: 'TR/A/29' }, /^approval: /],
    ],
  ],
  [
    'an approval',
    ApprovalInput,
    { approval: 'DGS', approvalUntil: '2027-01-01' },
    [{ approval: null, approvalNumber: null, approvalUntil: null }],
    ['', null].map((approval) => [{ approval }, /^approval: /] as const),
  ],
  [
    'an edition of a rule',
    courseRules.changeApproval.params,
    { id, edition: '1' },
    [{ edition: 32_767 }],
    [0, 1.5, 32_768].map((one) => [{ edition: one }, /^edition: /] as const),
  ],
]);
