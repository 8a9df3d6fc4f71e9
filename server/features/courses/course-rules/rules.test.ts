import { describe, expect, test } from 'vitest';
import {
  approvalOnCertificate,
  changedApproval,
  heldToInWords,
  lastDayBy,
  monthsOf,
  refresherDueBy,
  withCurrentApproval,
  withMonths,
} from './rules.ts';

test.each([
  [{ validity: 'months', validityMonths: 12 }, '2027-01-31', null, 12],
  [{ validity: 'months', validityMonths: null }, null, null, null],
  [{ validity: 'until-refresher', validityMonths: 12 }, null, '2027-01-31', null],
  [{ validity: 'until-refresher', validityMonths: null }, null, null, null],
  [{ validity: 'unlimited', validityMonths: null }, null, null, null],
] as const)('%j on 2026-01-31 ends on %s, and needs a refresher by %s', (rule, last, due, months) => {
  expect(lastDayBy(rule, '2026-01-31')).toBe(last);
  expect(refresherDueBy(rule, '2026-01-31')).toBe(due);
  expect(monthsOf(rule)).toBe(months);
});

test('a rule with other months is unlimited without any, and bound to nothing', () => {
  const rule = { validity: 'bound', validityMonths: null, boundTo: 'Passport' } as const;
  expect(withMonths(rule, 6)).toEqual({ validity: 'months', validityMonths: 6, boundTo: '' });
  expect(withMonths(rule, null)).toEqual({ validity: 'unlimited', validityMonths: null, boundTo: '' });
});

test('what a course was held to leaves out what the rule does not name', () => {
  const none = { regulation: '', competenceTable: '', modelCourse: '', standard: '' };
  expect(heldToInWords(none)).toBe('');
  expect(heldToInWords({ ...none, regulation: 'VI/1', standard: 'STCW 2010' })).toBe('Regulation VI/1, STCW 2010');
  expect(heldToInWords({ ...none, competenceTable: 'A-VI/1', modelCourse: '1.20' })).toBe(
    'table A-VI/1, IMO model course 1.20',
  );
});

describe('an approval after a change', () => {
  const before = {
    ...{ approval: 'DGS', approvalNumber: 'TR/A/29', approvalUntil: '2027-01-01' },
    approvalChangedOn: '2025-01-01',
  };
  const change = (input: object, from: Parameters<typeof changedApproval>[0] = before) =>
    changedApproval(from, input, '2026-01-01');

  test('keeps its day while its end is the same', () => {
    expect(change({})).toEqual(before);
    expect(change({ approval: 'DGS/2' })).toEqual({ ...before, approval: 'DGS/2' });
  });

  test('has the day of today with another end', () => {
    expect(change({ approvalUntil: '2028-01-01' })).toEqual({
      ...{ ...before, approvalUntil: '2028-01-01', approvalChangedOn: '2026-01-01' },
    });
  });

  test('loses number and end with itself, and begins today', () => {
    const gone = { approval: '', approvalNumber: '', approvalUntil: null, approvalChangedOn: '2026-01-01' };
    expect(change({ approval: '' })).toEqual(gone);
    expect(change({ approval: 'DGS', approvalUntil: null }, { ...gone, approvalChangedOn: '2025-01-01' })).toEqual({
      ...{ ...gone, approval: 'DGS', approvalChangedOn: '2026-01-01' },
    });
  });

  test('keeps its day with another number, and loses the number alone', () => {
    expect(change({ approvalNumber: 'TR/A/30' })).toEqual({ ...before, approvalNumber: 'TR/A/30' });
    expect(change({ approvalNumber: null })).toEqual({ ...before, approvalNumber: '' });
  });

  test('has neither number nor end without an approval', () => {
    const none = { approval: '', approvalNumber: '', approvalUntil: null, approvalChangedOn: null };
    expect(() => change({ approvalNumber: 'TR/A/29' }, none)).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(() => change({ approvalUntil: '2028-01-01' }, none)).toThrow(expect.objectContaining({ code: 'conflict' }));
    expect(change({ approvalUntil: null }, none)).toEqual({ ...none, approvalChangedOn: '2026-01-01' });
  });
});

test('an approval is stated up to its last day', () => {
  const rule = { approval: 'DGS', approvalNumber: 'TR/A/29', approvalUntil: '2026-01-01' };
  expect(withCurrentApproval(rule, '2026-01-01')).toEqual(rule);
  expect(withCurrentApproval(rule, '2026-01-02')).toEqual({ approval: '', approvalNumber: '', approvalUntil: null });
  expect(withCurrentApproval({ ...rule, approvalUntil: null }, '2026-01-02')).toMatchObject({ approval: 'DGS' });
});

test('a certificate states an approval with its number, and neither of them alone', () => {
  const rule = { approval: 'DGS', approvalNumber: 'TR/A/29', approvalUntil: '2026-01-01' };
  expect(approvalOnCertificate(rule, '2026-01-01')).toEqual({ approvedBy: 'DGS', approvalNumber: 'TR/A/29' });
  const nothing = { approvedBy: '', approvalNumber: '' };
  expect(approvalOnCertificate(rule, '2026-01-02')).toEqual(nothing);
  expect(approvalOnCertificate({ ...rule, approval: 'DGS, TR/A/29', approvalNumber: '' }, '2026-01-01')).toEqual(
    nothing,
  );
});
