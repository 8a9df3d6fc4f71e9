import type { OfferedChecklist } from '@fairlead/contract/fit-to-join/checklists';
import { type Rank, rankNames, type ShipType, shipTypeNames } from '@fairlead/contract/fit-to-join/jobs-aboard';
import { deviceTimeZone } from '@fairlead/contract/values/dates';
import { dayOf, isDay } from '../../lib/format/dates.ts';

/** What a verdict is asked for, as the URL of its page has it: the checklist, the job and the voyage. */
export type Question = {
  checklist: string;
  rank: Rank;
  flag: string;
  shipType: ShipType;
  joinsOn: string;
  signsOffOn: string;
};

/** Whether two questions are the same in every part. */
export const isSameQuestion = (one: Question, other: Question): boolean =>
  (Object.keys(one) as (keyof Question)[]).every((part) => one[part] === other[part]);

/** The question in a URL; undefined if something of it is missing, or is not what it should be. */
export function questionIn(params: URLSearchParams): Question | undefined {
  const of = (name: keyof Question) => params.get(name) ?? '';
  const [rank, shipType] = [of('rank'), of('shipType')];
  const isWhole =
    of('checklist') !== '' &&
    Object.hasOwn(rankNames, rank) &&
    Object.hasOwn(shipTypeNames, shipType) &&
    /^[A-Z]{2}$/.test(of('flag')) &&
    isDay(of('joinsOn')) &&
    isDay(of('signsOffOn'));
  if (!isWhole) return undefined;
  return {
    checklist: of('checklist'),
    rank: rank as Rank,
    flag: of('flag'),
    shipType: shipType as ShipType,
    joinsOn: of('joinsOn'),
    signsOffOn: of('signsOffOn'),
  };
}

const day = 24 * 3600 * 1000;

/**
 * A question to begin with, so that a page opens with an answer: the first checklist for the first job that it names,
 * joining in two weeks for six months. What the URL has is kept.
 */
export function questionToBeginWith(
  params: URLSearchParams,
  lists: readonly OfferedChecklist[],
  now: Date,
): Question | undefined {
  const list = lists.find(({ _id }) => _id === params.get('checklist')) ?? lists[0];
  if (!list) return undefined;
  const zone = deviceTimeZone();
  // a checklist that has not begun yet is asked for its first day
  const soon = dayOf(new Date(now.getTime() + 14 * day), zone);
  const joinsOn = soon < list.appliesFrom ? list.appliesFrom : soon;
  const signsOffOn = new Date(Date.parse(`${joinsOn}T00:00:00Z`) + 181 * day).toISOString().slice(0, 10);
  const whole = {
    checklist: list._id,
    rank: firstRank(list),
    flag: list.jobs.flags[0] ?? 'PA',
    shipType: list.jobs.shipTypes[0] ?? ('oil-tanker' as const),
    joinsOn,
    signsOffOn,
  };
  const kept = Object.fromEntries(Object.keys(whole).map((name) => [name, params.get(name)]));
  const asked = Object.fromEntries(Object.entries(kept).filter(([, value]) => value));
  const merged = { ...whole, ...asked, checklist: list._id };
  return questionIn(new URLSearchParams(merged)) ?? whole;
}

const firstRank = ({ jobs }: OfferedChecklist): Rank =>
  jobs.ranks.includes('able-seafarer-deck') ? 'able-seafarer-deck' : (jobs.ranks[0] ?? 'able-seafarer-deck');

/** The parameters of a URL with another question; what else is in it stays. */
export function withQuestion(params: URLSearchParams, question: Question): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(question)) next.set(name, value);
  return next;
}
