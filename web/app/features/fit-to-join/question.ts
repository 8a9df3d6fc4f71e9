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

/** A question as a form asks it: empty for what nobody has answered yet. */
export type QuestionDraft = Readonly<Record<keyof Question, string>>;

/**
 * The question in a URL; undefined if something of it is missing, or is not what it should be.
 *
 * @param lists the checklists by which it can be asked: one that is archived since is not among them.
 */
export function questionIn(
  params: URLSearchParams,
  lists?: readonly Pick<OfferedChecklist, '_id'>[],
): Question | undefined {
  const of = (name: keyof Question) => params.get(name) ?? '';
  const [rank, shipType] = [of('rank'), of('shipType')];
  const isWhole =
    of('checklist') !== '' &&
    Object.hasOwn(rankNames, rank) &&
    Object.hasOwn(shipTypeNames, shipType) &&
    /^[A-Z]{2}$/.test(of('flag')) &&
    isDay(of('joinsOn')) &&
    isDay(of('signsOffOn'));
  if (!isWhole || lists?.some(({ _id }) => _id === of('checklist')) === false) return undefined;
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
 * A question to begin with, for a comparison of editions: the first checklist for the first job that it names,
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

/**
 * The answers with which a form begins: those of the URL, or else of the last question. Of the rest, the days of a
 * voyage are proposed, and the checklist where there is only one: rank, ship and flag are for the person to say.
 */
export function questionToAsk(
  params: URLSearchParams,
  last: Question | undefined,
  lists: readonly OfferedChecklist[],
  now: Date,
): QuestionDraft {
  const of = (name: keyof Question) => params.get(name) ?? last?.[name] ?? '';
  const only = lists.length === 1 ? lists[0] : undefined;
  const checklist = lists.find(({ _id }) => _id === of('checklist')) ?? only;
  const [rank, flag, shipType] = [of('rank'), of('flag'), of('shipType')];
  const proposed = questionToBeginWith(new URLSearchParams(), checklist ? [checklist] : lists, now);
  const [joinsOn, signsOffOn] = [of('joinsOn'), of('signsOffOn')];
  // the voyage of the last question may have begun
  const isAhead = isDay(joinsOn) && isDay(signsOffOn) && joinsOn >= dayOf(now, deviceTimeZone());
  return {
    checklist: checklist?._id ?? '',
    rank: Object.hasOwn(rankNames, rank) ? rank : '',
    flag: /^[A-Z]{2}$/.test(flag) ? flag : '',
    shipType: Object.hasOwn(shipTypeNames, shipType) ? shipType : '',
    joinsOn: isAhead ? joinsOn : (proposed?.joinsOn ?? ''),
    signsOffOn: isAhead ? signsOffOn : (proposed?.signsOffOn ?? ''),
  };
}

const firstRank = ({ jobs }: OfferedChecklist): Rank =>
  jobs.ranks.includes('able-seafarer-deck') ? 'able-seafarer-deck' : (jobs.ranks[0] ?? 'able-seafarer-deck');

/** The parameters of a URL with another question; what else is in it stays. */
export function withQuestion(params: URLSearchParams, question: Question): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(question)) next.set(name, value);
  return next;
}
