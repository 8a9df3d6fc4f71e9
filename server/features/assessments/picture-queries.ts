import type { Queryable, Tx } from '../../platform/db/database.ts';

/** A picture as a question shows it: the stored file with its size in pixels, and its alternative text. */
export type Picture = { id: string; filename: string; width: number; height: number; text: string };

type Showing = { pictureId: string | null; pictureText: string };

/** Questions with their pictures, which are queried only if there are any. */
export async function withPictures<Q extends Showing>(db: Queryable, questions: readonly Q[]) {
  const pictures = await findPictures(
    db,
    questions.flatMap(({ pictureId }) => pictureId ?? []),
  );
  return questions.map(({ pictureId, pictureText, ...question }) => {
    const picture = pictures.get(pictureId ?? '');
    return { ...question, picture: picture ? { ...picture, text: pictureText } : null };
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
