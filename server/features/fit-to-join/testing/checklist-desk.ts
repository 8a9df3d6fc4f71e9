import { fitToJoin } from '@fairlead/contract/fit-to-join/calls';
import { checklists, type EditionInput } from '@fairlead/contract/fit-to-join/checklists';
import type { z } from 'zod/mini';
import type { Person, TestApp } from '../../../testing/app.ts';
import { addHoldings } from './holdings.ts';

export const today = '2026-11-20';

export const row = (id: string, part: Partial<EditionInput['rows'][number]> = {}): EditionInput['rows'][number] => ({
  id,
  title: `Document ${id}`,
  anyOf: [id.toUpperCase()],
  ranks: [],
  flags: [],
  shipTypes: [],
  daysBeyond: 0,
  source: 'A circular',
  sourceDate: '2026-11-19',
  ...part,
});
const job = { rank: 'bosun', flag: 'PA', shipType: 'oil-tanker' } as const;
export const voyage = { joinsOn: '2026-12-15', signsOffOn: '2027-06-14' };
export const question = { ...job, ...voyage };
export const edition: Omit<EditionInput, 'seen'> = {
  source: 'A circular',
  sourceDate: '2026-11-19',
  note: '',
  appliesFrom: today,
  knowingly: false,
  rows: [row('pst'), row('med', { title: 'Medical' }), row('cook', { ranks: ['cook'] })],
  cases: [
    {
      name: 'Bosun',
      ...question,
      held: [{ code: 'PST', firstDay: '2024-01-01', lastDay: null }],
      gaps: [{ row: 'med', state: 'missing' }],
    },
  ],
};

export type Query = Partial<z.input<typeof fitToJoin.people.query>>;

/** Checklists of a program, and the seafarers who are judged by them. */
export async function checklistDesk(program: TestApp) {
  const { call, person } = program;
  const registrar = await person('registrar');
  let names = 0;
  const create = (part: Partial<typeof edition & { name: string }> = {}, as: Person = registrar) =>
    call(checklists.create, { body: { name: `Tankers ${++names}`, ...edition, ...part } }, as);
  const created = async (part: Parameters<typeof create>[0] = {}) => (await create(part)).body.data;
  const add = (id: string, part: Partial<EditionInput> = {}, as: Person = registrar) =>
    call(checklists.addEdition, { params: { id }, body: { ...edition, seen: 1, ...part } }, as);
  const seafarer = async (holdings: Parameters<typeof addHoldings>[2], details: { email?: string } = {}) => {
    const learner = await person('learner', details);
    await addHoldings(program, learner, holdings);
    return learner;
  };
  const people = (id: string, query: Query = {}, as: Person = registrar) =>
    call(fitToJoin.people, { params: { id }, query: { ...question, ...query } }, as);

  return { registrar, create, created, add, seafarer, people };
}
