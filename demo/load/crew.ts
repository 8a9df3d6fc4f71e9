import { peopleImport } from '@fairlead/contract/people-import/calls';
import { demoBatches } from '../batches.ts';
import { demoCourses } from '../courses.ts';
import { demoCrew } from '../crew.ts';
import type { Action } from './action.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

const columns = ['Name', 'Email', 'Mobile', 'Date of birth', 'Rank', 'Passport number', 'Passport expiry'];

/** The import of a crew into a batch, by the registrar. */
export function crewActions(past: Past, { registrar, at }: { registrar: string; at: Moments }): Action[] {
  const course = demoCourses.find(({ key }) => key === 'personal-survival-techniques')?.title ?? '';
  const batch = demoBatches.find(({ key }) => key === demoCrew.batch)?.code ?? '';
  const { invited, matched, others } = demoCrew;
  const lines = [...invited, matched, ...others].map((cells) => [...cells, course, batch].join(','));
  const table = [[...columns, 'Course', 'Batch'].join(','), ...lines].join('\n');
  const bringIn = async () => {
    const call = await past.as(registrar);
    const form = new FormData();
    form.append('file', new Blob([table], { type: 'text/csv' }), 'crew-of-the-sagar-kanya.csv');
    const { data } = await call(peopleImport.preview, { form });
    await call(peopleImport.confirm, { params: { id: data._id } });
  };
  return [{ at: at(0, 8, 'crew'), what: `${registrar} imports a crew`, carryOut: bringIn }];
}
