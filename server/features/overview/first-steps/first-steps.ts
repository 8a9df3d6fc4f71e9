import type { FirstStep, FirstSteps } from '@fairlead/contract/overview/first-steps';
import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy, getFirstStepsSettings } from '../../academy/index.ts';
import { firstStepsOf } from '../rules.ts';

/** The first steps of the academy as one of its administrators sees them; null when none is left. */
export async function getFirstSteps(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  accountId: string,
): Promise<FirstSteps> {
  const { missing, email, isRecognitionStated } = await getAcademy(db, config);
  const { left, mailTestedAt } = await getFirstStepsSettings(db);
  const { rows } = await sql<Record<'course' | 'films' | 'test' | 'colleague' | 'learner' | 'secondFactor', boolean>>`
    select exists (select from course) as course,
      exists (select from film where removed_at is null) as films,
      exists (select from assessment where is_published) as test,
      exists (select from account where role != 'learner' and id != ${accountId}) as colleague,
      exists (select from enrolment where status = 'approved') as learner,
      exists (select from second_factor where account_id = ${accountId} and confirmed_at is not null) as second_factor`.execute(
    db,
  );
  const [there] = rows;
  if (!there) throw new Error('a select without a table has one row');
  const { secondFactor, ...content } = there;
  const done: Record<FirstStep, boolean> = {
    contact: email !== '' && !missing.includes('name') && !missing.includes('city'),
    signatory: !missing.some((detail) => ['certificatePrefix', 'signatoryName', 'signatoryTitle'].includes(detail)),
    recognition: isRecognitionStated,
    email: config.mail.smtpUrl !== undefined && mailTestedAt !== null,
    'second-factor': secondFactor,
    ...content,
  };
  return firstStepsOf(done, left);
}
