import type { Film } from '../wire.ts';

/** The quality of a film: automatic by bandwidth, the original, or a smaller version, given by its number of lines. */
export type Quality = 'auto' | 'original' | `${number}`;

export type QualityChoice = { value: Quality; label: string };

/** Formats bytes as megabytes, for people with a small data allowance. */
const megabytes = (bytes: number) => `${bytes < 9_950_000 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6)} MB`;

type Versioned = Pick<Film, 'ladder' | 'versions' | 'sizeBytes' | 'originalPlays'> & {
  /** Played from this device, where it is in one size: its `url` is that of a playlist if there is a `ladder`. */
  isAboard?: boolean;
};

/**
 * The qualities of a film, each with its bandwidth or size; only one where there are no smaller versions. The original
 * is among them where browsers play it.
 */
export function qualitiesOf({ ladder, versions, sizeBytes, originalPlays, isAboard }: Versioned): QualityChoice[] {
  if (isAboard) return [{ value: 'original', label: `Aboard · ${megabytes(sizeBytes)}` }];
  const original: QualityChoice = { value: 'original', label: `Original · ${megabytes(sizeBytes)}` };
  if (!ladder) return [original];
  const most = Math.max(...versions.map(({ bytes }) => bytes));
  return [
    { value: 'auto', label: `Automatic · up to ${megabytes(most)}` },
    ...versions.map(
      ({ lines, bytes }): QualityChoice => ({
        value: `${lines}`,
        label: `${lines === 0 ? 'Sound only' : `${lines}p`} · ${megabytes(bytes)}`,
      }),
    ),
    ...(originalPlays ? [original] : []),
  ];
}

/**
 * The choice of sound only, to be offered when the link is too slow for what is played; undefined where the film has
 * none, and while a larger version is played, from which the person can choose a smaller one first.
 */
export function soundInstead(choices: readonly QualityChoice[], quality: Quality): QualityChoice | undefined {
  const lines = choices.map(({ value }) => Number(value)).filter((one) => one > 0);
  const isSmallest = quality === 'auto' || Number(quality) === Math.min(...lines);
  return isSmallest ? choices.find(({ value }) => value === '0') : undefined;
}

/** The initial quality: the person's last choice where the film has it; with low data, the smallest picture. */
export function firstQuality(film: Versioned, remembered: string | null, lowData: boolean): Quality {
  const choices = qualitiesOf(film);
  if (film.isAboard) return 'original';
  const kept = choices.find(({ value }) => value === remembered);
  if (kept) return kept.value;
  const pictures = film.ladder ? film.versions.filter(({ lines }) => lines > 0) : [];
  const smallest = pictures.toSorted((a, b) => a.lines - b.lines)[0];
  return lowData && smallest ? `${smallest.lines}` : (choices[0]?.value ?? 'original');
}

/** The URL of a quality, and whether it is a playlist. */
export function sourceOf(film: Versioned & { url: string }, quality: Quality): { url: string; isPlaylist: boolean } {
  if (film.isAboard) return { url: film.url, isPlaylist: film.ladder !== null };
  const version = film.versions.find(({ lines }) => `${lines}` === quality);
  if (film.ladder && version) return { url: version.url, isPlaylist: true };
  if (film.ladder && (quality === 'auto' || !film.originalPlays)) return { url: film.ladder, isPlaylist: true };
  return { url: film.url, isPlaylist: false };
}
