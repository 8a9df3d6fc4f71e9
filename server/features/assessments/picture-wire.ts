import type { QuestionPicture } from '@fairlead/contract/assessments/calls';
import type { Files } from '../../platform/files/files.ts';
import type { Picture, Pictures } from './picture-queries.ts';

/** Returns the URL from which a question's picture can be fetched. */
export type LinkPicture = (filename: string) => string;

export const pictureLinks =
  (files: Pick<Files, 'link'>): LinkPicture =>
  (filename) =>
    files.link('question_pictures', filename);

/**
 * The pictures of a question and of its options; no property at all without a picture, so that the response matches the
 * specification. It includes the ids of the pictures of options; for learners the contract's `shownPictures` removes
 * them.
 */
export const toPictures = (
  { picture, optionPictures }: Pictures,
  link: LinkPicture,
): { picture?: QuestionPicture; optionPictures?: (QuestionPicture | null)[] } => ({
  ...(picture && { picture: toDescribed(picture, link) }),
  ...(optionPictures.some(Boolean) && {
    optionPictures: optionPictures.map((one) => one && toDescribed(one, link)),
  }),
});

export const toDescribed = (picture: Picture, link: LinkPicture): QuestionPicture => ({
  ...toPicture(picture, link),
  text: picture.text,
});

export const toPicture = ({ id, filename, width, height }: Omit<Picture, 'text'>, link: LinkPicture) => ({
  _id: id,
  url: link(filename),
  width,
  height,
});
