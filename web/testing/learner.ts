import { weakTopics } from '@fairlead/contract/assessments/weak-topics';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments, type OwnEnrolment } from '@fairlead/contract/enrolments/calls';
import { type Profile, seafarers } from '@fairlead/contract/seafarers/calls';
import { homeAt } from './home.ts';
import { signIn } from './people.ts';
import { noProfileYet, profileOf } from './profiles.ts';
import { server } from './stand-in-server.ts';
import { standAt } from './standings.ts';

/** Signs a seafarer in, with their enrolments, and a profile, or null for none. */
export function learnerAt(own: OwnEnrolment[] = [], profile: Profile | null = profileOf()): void {
  signIn('learner');
  server.answer(enrolments.listOwn, own);
  standAt([], profile !== null);
  homeAt({ hasProfile: profile !== null, enrolments: own });
  server.answer(ownCertificates.list, { data: [] });
  server.answer(courses.listActive, { data: [] });
  server.answer(weakTopics.list, { data: [] });
  if (profile) server.answer(seafarers.getOwnProfile, { data: profile });
  else noProfileYet();
}
