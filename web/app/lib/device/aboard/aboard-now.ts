import { type PackedCourse, type PackedFile, packedFiles } from '@fairlead/contract/course-packs/packed-course';
import { useSyncExternalStore } from 'react';
import { pieceSize, piecesOf } from './pieces.ts';

export type AboardFile = PackedFile;

/** A course that a person takes aboard, or has aboard. */
export type Pack = PackedCourse & {
  courseId: string;
  courseTitle: string;
  /** The size that was chosen: lines, 0 for sound only, null for films as they were uploaded. */
  lines: number | null;
  /** Where its files come from: the academy, or a course file, before which it has no films. */
  source: 'link' | 'file';
  /** Opens course files of this course; null while the academy has not given an offline pass. */
  courseKey: string | null;
  isPaused: boolean;
  /** The build of the site whose pages are cached for it, with what they show; null while they are not. */
  build: string | null;
  /** Milliseconds since 1970; the queue takes them in this order. */
  addedAt: number;
};

/** The courses aboard of the signed-in person, as this page knows them. */
export type AboardNow = {
  person: string;
  /**
   * `gone`: the browser has deleted what was aboard. `locked`: it needs a PIN. `unreadable`: its key is damaged or of
   * another version. `unavailable`: the browser does not open its database now.
   */
  state: 'nothing' | 'open' | 'locked' | 'gone' | 'unreadable' | 'unavailable';
  key: CryptoKey | undefined;
  packs: readonly Pack[];
  /** The ids of courses that are stored, and which the person's key does not open. */
  unreadable: readonly string[];
  /** How many pieces of each file are on the device. */
  pieces: ReadonlyMap<string, number>;
  /** Whether a service worker serves the files; a page that was loaded past it has none. */
  isServed: boolean;
};

const nothing: AboardNow = {
  person: '',
  state: 'nothing',
  key: undefined,
  packs: [],
  unreadable: [],
  pieces: new Map(),
  isServed: false,
};

let now = nothing;
const listeners = new Set<() => void>();

export const aboardNow = (): AboardNow => now;

/** Changes what this page knows, and shows it. */
export function changeAboard(change: Partial<AboardNow>): void {
  now = { ...now, ...change };
  for (const listener of listeners) listener();
}

/** Nobody has anything aboard any more, as far as this page shows. */
export const forgetAboard = (): void => changeAboard(nothing);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useAboard = (): AboardNow => useSyncExternalStore(subscribe, aboardNow, () => nothing);

/** Whether all of a file is on the device. */
export const isWhole = ({ pieces }: AboardNow, { name, bytes }: AboardFile): boolean =>
  (pieces.get(name) ?? 0) >= piecesOf(bytes);

/** The files of a pack, those that are needed first in front. */
export const filesOf = (pack: Pack): AboardFile[] => packedFiles(pack);

/** How many bytes of a pack are on the device, and how many it has. */
export function bytesOf({ pieces }: AboardNow, pack: Pack): { there: number; all: number } {
  const files = filesOf(pack);
  return {
    there: files.reduce((sum, { name, bytes }) => sum + Math.min(bytes, (pieces.get(name) ?? 0) * pieceSize), 0),
    all: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Whether a pack waits for its course file: only its pages are there, or on their way. */
export const isWithoutFiles = ({ source, films }: Pack): boolean => source === 'file' && films.length === 0;

/** Whether all of a pack is on the device: its files and its pages. */
export const isAboard = (known: AboardNow, pack: Pack): boolean =>
  pack.build !== null && !isWithoutFiles(pack) && filesOf(pack).every((file) => isWhole(known, file));

/** The URL by which the service worker serves a file from this device; undefined while it is not all there. */
export function aboardUrl(known: AboardNow, file: AboardFile): string | undefined {
  const { person, key, isServed } = known;
  return key && isServed && isWhole(known, file) ? `/aboard/${person}/${file.name}` : undefined;
}

/** A signed link to a picture, or its URL on this device where it is aboard. */
export function pictureUrl(known: AboardNow, link: string): string {
  const name = /\/([0-9a-f-]{36}\.[a-z0-9]+)(?:\?|$)/.exec(link)?.[1];
  const picture = known.packs.flatMap(({ pictures }) => pictures).find((file) => file.name === name);
  return (picture && aboardUrl(known, picture)) ?? link;
}
