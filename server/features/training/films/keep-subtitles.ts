import { type Db, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { keepFor } from '../../../platform/files/files.ts';
import { insertStoredFile } from '../../../platform/files/stored-files.ts';
import { listSubtitles, readSubtitles, type SubtitleTrack } from '../../../platform/films/embedded-subtitles.ts';
import { FfmpegFailure } from '../../../platform/films/ffmpeg.ts';
import type { Source } from '../../../platform/films/ffmpeg-input.ts';
import type { Tools } from '../../../platform/films/renditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toWebVtt } from './captions.ts';
import { lockLive } from './live-film.ts';

type Preparation = Pick<Platform, 'db' | 'files'> & Tools;
type Captions = { language: string; content: string; remarks: string[] };
/** The captions of a film's file, and the tracks that are left out, in words. */
type Found = { captions: Captions[]; leftOut: string[] };

/**
 * Makes the text subtitles inside a film's file its captions, once: in each language the first track that can be read,
 * unless staff have given captions in it. Staff see what became of them, and may remove or replace them.
 *
 * @throws FilmGone
 */
export async function keepSubtitles(preparation: Preparation, film: Source & { id: string }): Promise<void> {
  const { db, files } = preparation;
  const found = await subtitlesOf(preparation, film);
  const given = await languagesGiven(db, film.id);
  const kept = found.captions.filter(({ language }) => !given.includes(language));
  const prepared = await Promise.all(
    kept.map(({ language, content }) => files.receiveOwn(Buffer.from(content), 'text/vtt', `${language}.vtt`)),
  );
  const wanted = prepared.map((file) => ({ file, folder: 'trainingVideo' as const }));
  await keepFor(files, wanted, (stored) =>
    transaction(db, async (tx) => {
      await lockLive(tx, film.id);
      for (const [index, file] of stored.entries()) {
        const { id: fileId } = await insertStoredFile(tx, file, { ownerId: null });
        const language = kept[index]?.language ?? undetermined;
        await tx.insertInto('filmText').values({ filmId: film.id, kind: 'captions', language, fileId }).execute();
      }
      const subtitlesNote = noteOf(kept, found.leftOut);
      await tx.updateTable('film').set({ subtitlesNote }).where('id', '=', film.id).execute();
    }),
  );
}

async function subtitlesOf(preparation: Preparation, film: Source): Promise<Found> {
  try {
    const tracks = await listSubtitles(film, preparation);
    const languages = tracks.map(languageOf);
    const isFirst = ({ isText }: SubtitleTrack, at: number) =>
      isText && tracks.findIndex((other, i) => other.isText && languages[i] === languages[at]) === at;
    const chosen = tracks.filter(isFirst);
    const texts = chosen.length > 0 ? await readSubtitles(film, chosen, preparation) : [];
    const captions = chosen.flatMap(
      (track, at) => captionsOf(languageOf(track), texts[at] ?? '', film.durationSeconds) ?? [],
    );
    const leftOut = tracks.flatMap((track, at) => {
      const name = nameOf(languages[at] ?? undetermined);
      if (!track.isText) return [`${name} (${imageNames[track.codec] ?? track.codec}: pictures, not text)`];
      if (!isFirst(track, at)) return [`${name} (a second track)`];
      return captions.some(({ language }) => language === languages[at]) ? [] : [`${name} (nothing that can be read)`];
    });
    return { captions, leftOut };
  } catch (error) {
    if (!(error instanceof FfmpegFailure)) throw error;
    // The film itself may still be read.
    return { captions: [], leftOut: ['all, because the file’s subtitles cannot be read'] };
  }
}

function captionsOf(language: string, text: string, seconds: number): Captions | undefined {
  try {
    const remarks: string[] = [];
    const content = toWebVtt(text, { seconds, remark: (sentence) => void remarks.push(sentence) });
    return { language, content, remarks };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

const imageNames: Readonly<Record<string, string>> = {
  hdmv_pgs_subtitle: 'PGS',
  dvd_subtitle: 'VobSub',
  dvb_subtitle: 'DVB',
  xsub: 'XSUB',
};

/** An undetermined language (ISO 639-2). */
const undetermined = 'und';
const names = new Intl.DisplayNames(['en'], { type: 'language' });
const nameOf = (language: string) =>
  language === undetermined ? 'unknown language' : (names.of(language) ?? language);

/**
 * The language of a track as captions have it: 'eng', 'en' and 'en-GB' are 'en'. A word such as 'english' has the form
 * of a language too, but staff could neither remove nor replace captions in it.
 */
function languageOf({ language: named }: SubtitleTrack): string {
  try {
    const { language } = new Intl.Locale(named ?? undetermined);
    return language.length <= 3 ? language : undetermined;
  } catch {
    // Anything may stand in a file.
    return undetermined;
  }
}

function noteOf(kept: readonly Captions[], leftOut: readonly string[]): string {
  const sentences = [
    kept.length > 0 && `Captions taken from the video: ${kept.map(({ language }) => nameOf(language)).join(', ')}.`,
    ...kept.flatMap(({ language, remarks }) => remarks.map((sentence) => `${nameOf(language)}: ${sentence}`)),
    leftOut.length > 0 && `Subtitles in the video that were left out: ${leftOut.join(', ')}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

const languagesGiven = async (db: Db, filmId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('filmText')
      .select('language')
      .where('filmId', '=', filmId)
      .where('kind', '=', 'captions')
      .execute()
  ).map(({ language }) => language);
