import type { OfferedChecklist } from '@fairlead/contract/fit-to-join/checklists';
import { expect, it } from 'vitest';
import { questionIn, questionToBeginWith, withQuestion } from './question.ts';

const list = {
  _id: 'a',
  appliesFrom: '2026-01-01',
  jobs: { ranks: ['cook', 'able-seafarer-deck'], flags: ['LR'], shipTypes: ['gas-tanker'] },
} as unknown as OfferedChecklist;
const now = new Date('2026-11-20T12:00:00Z');
const whole = {
  checklist: 'a',
  rank: 'able-seafarer-deck',
  flag: 'LR',
  shipType: 'gas-tanker',
  joinsOn: '2026-12-04',
  signsOffOn: '2027-06-03',
};

it('a page without a question begins with the first job of the first checklist', () => {
  expect(questionToBeginWith(new URLSearchParams(), [list], now)).toEqual(whole);
  expect(questionToBeginWith(new URLSearchParams(), [], now)).toBeUndefined();
});

it('what the URL has is kept, unless it is nonsense', () => {
  expect(questionToBeginWith(new URLSearchParams('rank=cook'), [list], now)).toMatchObject({
    rank: 'cook',
    flag: 'LR',
  });
  expect(questionToBeginWith(new URLSearchParams('rank=admiral'), [list], now)).toEqual(whole);
  // one that is archived since
  expect(questionToBeginWith(new URLSearchParams('checklist=b&rank=cook'), [list], now)).toMatchObject({
    checklist: 'a',
    rank: 'cook',
  });
});

it('a checklist that has not begun is asked for its first day', () => {
  const later = { ...list, appliesFrom: '2027-01-01' };
  expect(questionToBeginWith(new URLSearchParams(), [later], now)).toMatchObject({ joinsOn: '2027-01-01' });
});

it('a URL has a whole question or none', () => {
  const params = withQuestion(new URLSearchParams('q=rao'), whole as never);
  expect(questionIn(params)).toEqual(whole);
  expect(params.get('q')).toBe('rao');
  params.set('signsOffOn', 'later');
  expect(questionIn(params)).toBeUndefined();
});
