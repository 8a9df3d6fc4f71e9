import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/** A picture as a question shows it: the stored file with its size in pixels, and its text alternative. */
export type Picture = { id: string; filename: string; width: number; height: number; text: string };
/**
 * The pictures of a question, and those of its options at their places: null for an option without, empty without any.
 */
export type Pictures = { picture: Picture | null; optionPictures: readonly (Picture | null)[] };

/** A question as a test paper shows it: its options, and their pictures, in the order of the paper. */
export type OnPaper = { shown: Pictures & { options: string[] } };

/** A picture of an option in a question's row. */
type Placed = { place: number; id: string; text: string };
type Showing = { pictureId: string | null; pictureText: string; placedPictures: readonly Placed[] | null };

/** The pictures of the options of the row `question`, for `withPictures`; null without any. */
export const placedPictures = sql<Placed[] | null>`(
  select jsonb_agg(jsonb_build_object('place', place, 'id', picture_id, 'text', text) order by place)
  from question_option_picture where question_id = question.id)`;

/**
 * What tells the row `question` from others by the pictures of its options: their ids by their places, null without
 * any. The same options with other pictures are another question; other text alternatives are not.
 */
export const optionPictureIds = sql<Record<string, string> | null>`(
  select jsonb_object_agg(place, picture_id) from question_option_picture where question_id = question.id)`;

/** Questions with their pictures and those of their options, which are queried only if there are any. */
export async function withPictures<Q extends Showing & { options: unknown }>(db: Queryable, questions: readonly Q[]) {
  const found = await findPictures(
    db,
    questions.flatMap(({ pictureId, placedPictures }) => [
      ...(pictureId ? [pictureId] : []),
      ...(placedPictures ?? []).map(({ id }) => id),
    ]),
  );
  const described = (id: string | null | undefined, text: string): Picture | null => {
    const picture = found.get(id ?? '');
    return picture ? { ...picture, text } : null;
  };
  return questions.map(({ pictureId, pictureText, placedPictures, ...question }) => {
    const placed = new Map((placedPictures ?? []).map((one) => [one.place, one]));
    const places = placed.size > 0 ? [...(question.options as string[]).keys()] : [];
    const optionPictures = places.map((place) => described(placed.get(place)?.id, placed.get(place)?.text ?? ''));
    return { ...question, picture: described(pictureId, pictureText), optionPictures };
  });
}

async function findPictures(db: Queryable, ids: readonly string[]): Promise<Map<string, Omit<Picture, 'text'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('questionPicture as picture')
    .innerJoin('storedFile as file', 'file.id', 'picture.fileId')
    .select(['picture.fileId as id', 'file.filename', 'picture.width', 'picture.height'])
    .where('picture.fileId', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The ids of the given pictures that exist, locked until the transaction ends so that none is deleted meanwhile. */
export async function holdPictures(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('questionPicture')
    .select('fileId')
    .where('fileId', 'in', [...new Set(ids)])
    .orderBy('fileId')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ fileId }) => fileId));
}

/** All pictures of a question. */
export const picturesOf = ({ picture, optionPictures }: Pictures): Picture[] =>
  [picture, ...optionPictures].filter((one) => one !== null);
