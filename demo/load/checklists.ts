import { checklists, type EditionInput } from '@fairlead/contract/fit-to-join/checklists';
import { addMonths, dayAt } from '../../server/platform/calendar.ts';
import type { Action } from './action.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

/** How many days ago the registrar took over the starting checklists, and announced a new edition of the first. */
const tookOver = 120;
const announced = 20;

/** A row that an invented company asks for from a later day on. */
const asked: EditionInput['rows'][number] = {
  id: 'fast-rescue-boats',
  title: 'Fast rescue boats',
  anyOf: ['FRB', 'FRB-R'],
  flags: [],
  shipTypes: [],
  ranks: ['bosun', 'able-seafarer-deck'],
  daysBeyond: 0,
  source: 'A letter of the company',
  sourceDate: '2026-11-01',
};

/** The checklists of the academy: those that come with the program, the first with an edition that is yet to begin. */
export function checklistActions(past: Past, { registrar, at }: { registrar: string; at: Moments }): Action[] {
  const today = () => dayAt(past.platform.clock(), past.platform.config.timeZone);
  const takeOver = async () => {
    const call = await past.as(registrar);
    const { data: sets } = await call(checklists.startingSets);
    for (const { key: _, ...content } of sets)
      await call(checklists.create, { body: { ...content, appliesFrom: today() } });
  };
  const announce = async () => {
    const call = await past.as(registrar);
    const { data: all } = await call(checklists.list);
    const list = all.find(({ jobs }) => jobs.ranks.includes('pumpman'));
    if (!list) throw new Error('There is no checklist of tankers');
    const { data } = await call(checklists.get, { params: { id: list._id } });
    const [newest] = data.editions;
    if (!newest) throw new Error('The checklist has no edition');
    const { source, sourceDate, note, rows, cases } = newest;
    const appliesFrom = `${addMonths(today(), 2).slice(0, 7)}-01`;
    const has = { code: 'FRB', firstDay: '2025-01-01', lastDay: null };
    const body = {
      source,
      sourceDate,
      note,
      appliesFrom,
      seen: newest.edition,
      rows: [...rows, asked],
      cases: cases.map((one) => ({ ...one, held: [...one.held, has] })),
    };
    await call(checklists.addEdition, { params: { id: list._id }, body });
  };
  return [
    { at: at(tookOver, 10, 'checklists'), what: `${registrar} takes over checklists`, carryOut: takeOver },
    { at: at(announced, 10, 'checklists'), what: `${registrar} announces an edition`, carryOut: announce },
  ];
}
