import { enrolments, type Standing } from '@fairlead/contract/enrolments/calls';
import { call } from '../../../lib/calls/api-client.ts';

/** A learner's standing in each course that they have asked for, and whether they have a profile. */
export type OwnStandings = { hasProfile: boolean; byCourse: ReadonlyMap<string, Standing> };

export async function readOwnStandings(): Promise<OwnStandings> {
  const { hasProfile, enrolments: own } = (await call(enrolments.listOwnStandings)).data;
  return { hasProfile, byCourse: new Map(own.map(({ courseId, ...standing }) => [courseId, standing])) };
}
