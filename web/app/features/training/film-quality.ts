import type { Film } from './wire.ts';

/** How a film is played: as the link allows, as it came, or in one of its smaller versions, by its lines. */
export type Quality = 'auto' | 'original' | `${number}`;

export type QualityChoice = { value: Quality; label: string };

/** Megabytes as a person with a small allowance reads them. */
const megabytes = (bytes: number) => `${bytes < 9_950_000 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6)} MB`;

type Versioned = Pick<Film, 'ladder' | 'versions' | 'sizeBytes'>;

/** What a film can be played as, each with what it takes of the link; a single one where there are no versions. */
export function qualitiesOf({ ladder, versions, sizeBytes }: Versioned): QualityChoice[] {
  const original: QualityChoice = { value: 'original', label: `As it came · ${megabytes(sizeBytes)}` };
  if (!ladder) return [original];
  const most = Math.max(...versions.map(({ bytes }) => bytes));
  return [
    { value: 'auto', label: `Automatic · up to ${megabytes(most)}` },
    ...versions.map(
      ({ lines, bytes }): QualityChoice => ({
        value: `${lines}`,
        label: `${lines === 0 ? 'Sound only' : `${lines} lines`} · ${megabytes(bytes)}`,
      }),
    ),
    original,
  ];
}

/** What is offered first: the person's last choice where the film has it; with low data the smallest picture. */
export function firstQuality(film: Versioned, remembered: string | null, lowData: boolean): Quality {
  const choices = qualitiesOf(film);
  const kept = choices.find(({ value }) => value === remembered);
  if (kept) return kept.value;
  const pictures = film.ladder ? film.versions.filter(({ lines }) => lines > 0) : [];
  const smallest = pictures.toSorted((a, b) => a.lines - b.lines)[0];
  return lowData && smallest ? `${smallest.lines}` : (choices[0]?.value ?? 'original');
}

/** The address that a quality is played from, and whether it is a playlist. */
export function sourceOf(film: Versioned & { url: string }, quality: Quality): { url: string; isPlaylist: boolean } {
  const version = film.versions.find(({ lines }) => `${lines}` === quality);
  if (film.ladder && version) return { url: version.url, isPlaylist: true };
  if (film.ladder && quality === 'auto') return { url: film.ladder, isPlaylist: true };
  return { url: film.url, isPlaylist: false };
}
