import type { OfferedChecklist } from '@fairlead/contract/fit-to-join/checklists';
import { expect, it } from 'vitest';
import { questionIn, questionToAsk, questionToBeginWith, withQuestion } from './question.ts';

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

it('a comparison without a question begins with the first job of the first checklist', () => {
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

const nobodyAsked = { ...whole, rank: '', flag: '', shipType: '' };

it('a form proposes days and the only checklist, and leaves rank, ship and flag to the person', () => {
  expect(questionToAsk(new URLSearchParams(), undefined, [list], now)).toEqual(nobodyAsked);
  expect(questionToAsk(new URLSearchParams('rank=admiral&flag=x'), undefined, [list], now)).toEqual(nobodyAsked);
  const two = questionToAsk(new URLSearchParams(), undefined, [list, { ...list, _id: 'b' }], now);
  expect(two).toEqual({ ...nobodyAsked, checklist: '' });
});

it('a form begins with the last question, unless its voyage has begun or its checklist is archived', () => {
  const last = { ...whole, rank: 'cook', joinsOn: '2026-11-25', signsOffOn: '2027-01-31' } as never;
  expect(questionToAsk(new URLSearchParams(), last, [list], now)).toEqual(last);
  expect(questionToAsk(new URLSearchParams('rank=bosun'), last, [list], now)).toMatchObject({ rank: 'bosun' });
  const later = new Date('2026-11-27T12:00:00Z');
  expect(questionToAsk(new URLSearchParams(), last, [list], later)).toMatchObject({
    rank: 'cook',
    joinsOn: '2026-12-11',
    signsOffOn: '2027-06-10',
  });
  const others = ['b', 'c'].map((_id) => ({ ...list, _id }));
  expect(questionToAsk(new URLSearchParams(), last, others, now)).toMatchObject({ checklist: '', rank: 'cook' });
});

it('a URL has a whole question or none', () => {
  const params = withQuestion(new URLSearchParams('q=rao'), whole as never);
  expect(questionIn(params)).toEqual(whole);
  expect(params.get('q')).toBe('rao');
  expect(questionIn(params, [list])).toEqual(whole);
  // one that is archived since
  expect(questionIn(params, [])).toBeUndefined();
  params.set('signsOffOn', 'later');
  expect(questionIn(params)).toBeUndefined();
});
