import type { Progress } from '@fairlead/contract/enrolments/calls';

/** How many items a training has, and how many of them are packages; the others are videos. */
type Items = Pick<Progress, 'filmsTotal' | 'packagesTotal'>;

/** What a training consists of: videos, packages, or both. */
export const itemsInWords = ({ filmsTotal, packagesTotal }: Items): string => {
  if (packagesTotal === 0) return 'videos';
  return packagesTotal === filmsTotal ? 'packages' : 'videos and packages';
};

/** The numbers of a training's videos and packages: '2 videos, 1 package'. */
export const countInWords = ({ filmsTotal, packagesTotal }: Items): string =>
  [...counted(filmsTotal - packagesTotal, 'video'), ...counted(packagesTotal, 'package')].join(', ');

const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${count === 1 ? one : `${one}s`}`]);

/** The items of a list by their kinds. */
export const itemsOf = (films: readonly { kind: 'film' | 'package' }[]): Items => ({
  filmsTotal: films.length,
  packagesTotal: films.filter(({ kind }) => kind === 'package').length,
});

/** What is complete: '2 of 5 videos watched', '2 of 5 videos and packages complete'. */
export const completedInWords = (progress: Items & Pick<Progress, 'filmsCompleted'>): string =>
  `${progress.filmsCompleted} of ${progress.filmsTotal} ${itemsInWords(progress)} ${progress.packagesTotal === 0 ? 'watched' : 'complete'}`;
