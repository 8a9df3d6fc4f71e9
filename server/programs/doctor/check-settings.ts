import type { Config } from '../../settings/config.ts';
import { unknownInWords } from '../../settings/unknown-settings.ts';
import { type Finding, fine, look, wrong } from './finding.ts';

/** Names that look like settings and are none: the program works without what was meant. */
export function checkSettings({ unknownSettings }: Pick<Config, 'unknownSettings'>): Finding[] {
  if (unknownSettings.length === 0) return [fine('Every setting is known')];
  return unknownSettings.map((one) =>
    'instead' in one
      ? look(`${unknownInWords(one)}.`, 'Take it out of the environment.')
      : wrong(`${unknownInWords(one)}.`, `Rename it to ${one.meant}, or take it out of the environment.`),
  );
}
