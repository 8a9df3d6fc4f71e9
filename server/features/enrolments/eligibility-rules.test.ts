import type { Requirements } from '@fairlead/contract/courses/course-rules';
import { describe, expect, it } from 'vitest';
import { type Candidate, eligibilityFor } from './eligibility-rules.ts';

const today = '2026-11-26';
const requires = (part: Partial<Requirements>): Requirements => ({
  certificates: [],
  minimumAge: null,
  seaMonths: null,
  medical: false,
  ...part,
});
const who = (part: Partial<Candidate> = {}): Candidate => ({ birthDate: null, holdings: [], ...part });
const pst = (lastDay: string | null): Candidate => who({ holdings: [{ qualification: 'PST', lastDay }] });
const missing = (requirements: Partial<Requirements>, candidate: Candidate) =>
  eligibilityFor(requires(requirements), candidate, today).missing;

describe('a certificate that a course requires', () => {
  const valid = { certificates: [{ qualification: 'PST', evenExpired: false }] };
  const former = { certificates: [{ qualification: 'PST', evenExpired: true }] };

  it.each([
    ['without an end', null, true],
    ['to the end of its last day', today, true],
    ['and not the day after', '2026-11-25', false],
  ])('counts %s', (_, lastDay, counts) => {
    expect(missing(valid, pst(lastDay))).toEqual(counts ? [] : ['A valid certificate of Personal Survival Techniques']);
  });

  it('may have expired where the rule says so, and must be there all the same', () => {
    expect(missing(former, pst('2001-01-01'))).toEqual([]);
    expect(missing(former, who())).toEqual([
      'A certificate of Personal Survival Techniques, even one that has expired',
    ]);
  });

  it('is each of them, and no other', () => {
    const both = { certificates: [...valid.certificates, { qualification: 'FPFF', evenExpired: false }] };
    expect(missing(both, pst(null))).toEqual(['A valid certificate of Fire Prevention and Fire Fighting']);
    expect(missing(valid, who({ holdings: [{ qualification: 'PSCRB', lastDay: null }] }))).toHaveLength(1);
  });
});

describe('the age that a course requires', () => {
  it.each([
    ['on the birthday', '2008-11-26', []],
    ['the day before', '2008-11-27', ['An age of 18 years or more']],
    ['somebody born on 29 February', '2008-02-29', []],
  ])('is reached: %s', (_, birthDate, lacks) => {
    expect(missing({ minimumAge: 18 }, who({ birthDate }))).toEqual(lacks);
  });

  it('is for staff to check while there is no date of birth', () => {
    const found = eligibilityFor(requires({ minimumAge: 18 }), who(), today);
    expect(found).toEqual({ missing: [], toCheck: ['An age of 18 years or more'] });
  });
});

it('sea service and the medical certificate are for staff to check', () => {
  const found = eligibilityFor(requires({ seaMonths: 6, medical: true }), who(), today);
  expect(found).toEqual({ missing: [], toCheck: ['Sea service of 6 months or more', 'A valid medical certificate'] });
});
