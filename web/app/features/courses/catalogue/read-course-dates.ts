import { batches } from '@fairlead/contract/batches/calls';
import { call } from '../../../lib/calls/api-client.ts';
import { courseDateOf, type Dates } from './course-date.ts';

/** The dates of a course with their free seats, as they are now. */
export async function readCourseDates(id: string): Promise<Dates> {
  const { dates, asOf } = (await call(batches.listDates, { params: { id } })).data;
  return { dates: dates.map(courseDateOf), asOf };
}
