import { type FileHandle, open } from 'node:fs/promises';
import { FilePathSource, Input, type InputVideoTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { Refusal } from '../inspection/refusal.ts';
import type { Layout } from './fast-start.ts';
import { type Container, obstacleOf } from './film-codecs.ts';
import { damagedFilm, readOuterBoxes } from './mp4-boxes.ts';
import { type Mp4Header, type Mp4Track, readMp4Header } from './mp4-header.ts';
import { checkWebmLength } from './webm-header.ts';

export type FilmFacts = {
  container: Container;
  durationSeconds: number;
  /** In pixels, as it is displayed; 0 for a film of sound only. */
  width: number;
  height: number;
  videoCodec: string | null;
  audioCodec: string | null;
  /** Whether the picture has a high dynamic range (HDR), which a conversion to common colours has to map. */
  highDynamicRange: boolean;
  /** Why browsers do not play it as it is; undefined when they do. */
  obstacle: string | undefined;
  /** Set when the header is behind the media data and should move to the front. */
  headerLast: Layout | undefined;
};

/** The header of a film of 12 hours with sound takes about 20 MB. */
const maxHeaderBytes = 64 * 2 ** 20;
/** The same as the lifetime of links to films. */
const maxSeconds = 12 * 3600;
/** 4K; larger pictures are decoded by few phones and too large for most ships' links. */
const maxEdge = 4096;
/** Even a still slide takes more; with less, the tables describe a film that is not in the file. */
const minBytesPerSecond = 64;
const minPicturesPerSecond = 0.1;

/**
 * Edit lists change the length by a fraction of a second, on phones by up to two; a larger difference means that the
 * header is wrong.
 */
const agree = (claimed: number, real: number) =>
  Math.abs(claimed - real) <= Math.max(Math.min(2, real * 0.25), real * 0.03);

const noTrack = 'There is neither a picture nor sound in this video that can be read; please export it again as MP4.';

const inWords = (seconds: number): string => {
  if (seconds >= 5400) return `${(seconds / 3600).toFixed(1)} hours`;
  return seconds >= 90 ? `${(seconds / 60).toFixed(1)} minutes` : `${seconds.toFixed(1)} seconds`;
};

/**
 * Inspects an MP4, MOV, WebM or MKV film, with or without a picture: whether the file is complete, states its true
 * length, and plays in browsers.
 *
 * @throws Refusal with the reason.
 */
export async function inspect(path: string): Promise<FilmFacts> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(4);
    await handle.read(head, 0, 4, 0);
    if (head.readUInt32BE(0) === 0x1a45dfa3) {
      await checkWebmLength(handle, size);
      return { ...(await probe(path, size)), headerLast: undefined };
    }
    const { claimed, headerLast, cut } = await checkMp4(handle, size);
    const facts = await probe(path, size, cut);
    // Checked again with the library's length, which also includes the time offsets between pictures.
    checkLength(claimed, facts.durationSeconds);
    return { ...facts, headerLast };
  } finally {
    await handle.close();
  }
}

/** Our own check of an MP4 before the library's, which opens a broken file without an error. */
async function checkMp4(
  handle: FileHandle,
  fileSize: number,
): Promise<Pick<FilmFacts, 'headerLast'> & Pick<Mp4Header, 'claimed'> & { cut: Cut | undefined }> {
  const boxes = await readOuterBoxes(handle, fileSize);
  const moov = boxes.find(({ type }) => type === 'moov');
  const media = boxes.filter(({ type }) => type === 'mdat');
  const first = media[0];
  if (!moov || !first || boxes.filter(({ type }) => type === 'moov').length > 1) {
    throw new Refusal(
      'This video is incomplete: its header or its pictures are missing. Please export it again as MP4.',
    );
  }
  if (moov.end - moov.start > maxHeaderBytes) throw new Refusal(damagedFilm);
  const content = Buffer.alloc(moov.end - moov.content);
  await handle.read(content, 0, content.length, moov.content);
  const header = readMp4Header(content);
  if (header.fragmented) {
    throw new Refusal('This MP4 was recorded for streaming, in fragments; please export it as an ordinary MP4.');
  }
  const mediaBytes = media.reduce((sum, { end, content }) => sum + end - content, 0);
  const cut = checkHeader(header, { fileSize, mediaBytes });
  const layout = { moovStart: moov.start, moovEnd: moov.end, mediaStart: first.start };
  return { claimed: header.claimed, cut, headerLast: moov.start < first.start ? undefined : layout };
}

/** A film of which an edit list shows a part: a phone or a program has trimmed it, and has kept the rest in it. */
type Cut = { shown: number; held: number };

function checkHeader(
  header: Mp4Header,
  { fileSize, mediaBytes }: { fileSize: number; mediaBytes: number },
): Cut | undefined {
  const played = header.tracks.filter(({ handler }) => handler === 'vide' || handler === 'soun');
  if (played.length === 0) throw new Refusal(noTrack);
  const held = Math.max(0, ...played.map((track) => track.seconds));
  const shown = Math.max(0, ...played.map(shownOf));
  // the header of a film that was cut has the length that is shown
  const isCut = isLength(shown) && shown < held && !agree(shown, held) && agree(header.claimed ?? held, shown);
  checkLength(header.claimed, isCut ? shown : held);
  for (const track of played) {
    checkLength(track.claimedMedia, track.seconds);
    if (track.claimedTrack) checkLength(track.claimedTrack, isCut ? shownOf(track) : track.seconds);
    checkPictures(track);
    if (track.farthestChunk >= fileSize) throw new Refusal(damagedFilm);
  }
  if (played.reduce((sum, { bytes }) => sum + bytes, 0) > mediaBytes) throw new Refusal(damagedFilm);
  return isCut ? { shown, held } : undefined;
}

const shownOf = ({ edited, seconds }: Mp4Track): number => edited ?? seconds;

function checkPictures({ handler, samples, seconds }: Mp4Track): void {
  if (handler !== 'vide') return;
  if (samples === 0) throw new Refusal('This video holds no pictures; please export it again.');
  if (samples / seconds < minPicturesPerSecond) {
    throw new Refusal(`This video claims to last ${inWords(seconds)} but holds only ${samples} pictures.`);
  }
}

function checkLength(claimed: number | undefined, real: number): void {
  if (claimed === undefined || !isLength(claimed) || !isLength(real)) {
    throw new Refusal('This video does not say how long it is; please export it again.');
  }
  if (!agree(claimed, real)) {
    throw new Refusal(
      `This video claims to last ${inWords(claimed)} but holds ${inWords(real)}; please export it again.`,
    );
  }
  if (real > maxSeconds) throw new Refusal(`This video lasts ${inWords(real)}. The limit is 12 hours.`);
}

const isLength = (seconds: number) => Number.isFinite(seconds) && seconds > 0;

async function probe(path: string, fileSize: number, cut?: Cut): Promise<Omit<FilmFacts, 'headerLast'>> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    const picture = await input.getPrimaryVideoTrack();
    const sound = await input.getPrimaryAudioTrack();
    if (!picture && !sound) throw new Refusal(noTrack);
    const format = await input.getFormat();
    const container = format === WEBM ? 'webm' : format === MATROSKA ? 'mkv' : 'mp4';
    const [videoCodec, audioCodec] = [(await picture?.getCodec()) ?? null, (await sound?.getCodec()) ?? null];
    const parameters = (await picture?.getCodecParameterString()) ?? null;
    const obstacle =
      obstacleOf(container, picture && { codec: videoCodec, parameters }, sound && { codec: audioCodec }) ??
      (cut && cutInWords(cut));

    const durationSeconds = cut ? cut.shown : await input.computeDuration();
    if (!cut) checkLength((await input.getDurationFromMetadata()) ?? undefined, durationSeconds);
    if (fileSize / durationSeconds < minBytesPerSecond) {
      throw new Refusal(`This video claims to last ${inWords(durationSeconds)}, which its small size cannot hold.`);
    }
    const highDynamicRange = (await picture?.hasHighDynamicRange()) ?? false;
    const size = picture ? await sizeOf(picture) : { width: 0, height: 0 };
    return { container, durationSeconds, ...size, videoCodec, audioCodec, highDynamicRange, obstacle };
  } finally {
    input.dispose();
  }
}

const cutInWords = ({ shown, held }: Cut): string =>
  `This video was cut to ${inWords(shown)} of ${inWords(held)}, and the file still has the rest, as phones leave it. ` +
  'Please export or share it as a new video file, and upload that.';

async function sizeOf(picture: InputVideoTrack): Promise<{ width: number; height: number }> {
  const [width, height] = [await picture.getDisplayWidth(), await picture.getDisplayHeight()];
  if (!(width > 0 && height > 0)) throw new Refusal(damagedFilm);
  if (Math.max(width, height) > maxEdge) {
    throw new Refusal(`The picture is ${width} × ${height} pixels. The limit is ${maxEdge}.`);
  }
  return { width, height };
}
