import { mostPackPeople } from '@fairlead/contract/inspection-packs/calls';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { AppError } from '../../platform/errors.ts';

/**
 * Requires that a pack has people, and no more than one can be made of.
 *
 * @throws AppError `conflict` for nobody, `limit` for too many, saying what to choose instead.
 */
export function requirePackable(people: number): void {
  if (people === 0) throw new AppError('conflict', 'Nobody was trained, tested or certified then.');
  if (people <= mostPackPeople) return;
  const most = groupDigits(mostPackPeople);
  throw new AppError('limit', `These are more than ${most} people. Choose fewer days, or one course.`);
}
