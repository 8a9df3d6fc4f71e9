import { hoursUntilNext, type Settings } from '@fairlead/contract/assessments/test-settings';
import { formatSpan } from '../../lib/format/running-time.ts';

/** The limits of an assessment against guessing, in words: '3 attempts, after 15 min and then 30 min'. */
export function limitsInWords(settings: Settings): string {
  const { attemptsAllowed: most, failedScore } = settings;
  const attempts = most === null ? 'Unlimited attempts' : most === 1 ? '1 attempt' : `${most} attempts`;
  return [
    attempts,
    waitInWords(settings),
    `${failedScore === 'exact' ? 'exact' : 'rough'} score after a failed attempt`,
  ]
    .filter(Boolean)
    .join(', ');
}

function waitInWords(settings: Settings): string {
  const wait = (attempts: number) => formatSpan(hoursUntilNext(settings, attempts) * 3600);
  if (settings.hoursBetween === null || settings.attemptsAllowed === 1) return '';
  if (!settings.waitGrows || settings.attemptsAllowed === 2) return `${wait(1)} between them`;
  return `${wait(1)} between them, then ${wait(2)}${settings.attemptsAllowed === 3 ? '' : ' and so on'}`;
}
