import type { FirstStep, FirstSteps } from '@fairlead/contract/overview/first-steps';
import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy, getFirstStepsSettings } from '../../academy/index.ts';
import { firstStepsOf } from '../rules.ts';

type Content = Record<'course' | 'films' | 'test' | 'colleague' | 'learner' | 'second-factor', boolean>;

/** Which first steps the academy's content shows to be done, for one of its administrators. */
export const contentAsJson = (accountId: string) => sql<Content>`jsonb_build_object(
  'course', exists (select from course),
  'films', exists (select from film where removed_at is null),
  'test', exists (select from assessment where is_published),
  'colleague', exists (select from account where role in ('registrar', 'admin') and disabled_at is null and id != ${accountId}),
  'learner', exists (select from enrolment where status = 'approved'),
  'second-factor', exists (select from second_factor where account_id = ${accountId} and confirmed_at is not null))`;

/** The first steps of the academy as one of its administrators sees them; null when none is left. */
export async function getFirstSteps(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  content: Content,
): Promise<FirstSteps> {
  const { missing, email, isRecognitionStated, sendsEmail } = await getAcademy(db, config);
  const { left, mailTestedAt, sampleCourse } = await getFirstStepsSettings(db);
  const done: Record<FirstStep, boolean> = {
    contact: email !== '' && !missing.includes('name') && !missing.includes('city'),
    signatory: !missing.some((detail) => ['certificatePrefix', 'signatoryName', 'signatoryTitle'].includes(detail)),
    recognition: isRecognitionStated,
    email: sendsEmail && mailTestedAt !== null,
    sample: sampleCourse !== null,
    ...content,
  };
  return firstStepsOf(done, left);
}
