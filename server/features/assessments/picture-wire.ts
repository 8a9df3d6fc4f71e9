import type { QuestionPicture } from '@fairlead/contract/assessments';
import type { Files } from '../../platform/files/files.ts';
import type { Picture } from './picture-queries.ts';

/** Makes the link under which a question's picture can be fetched. */
export type LinkPicture = (filename: string) => string;

export const pictureLinks =
  (files: Pick<Files, 'link'>): LinkPicture =>
  (filename) =>
    files.link('question_pictures', filename);

/** What a question shows; nothing at all without a picture, so that its answer is as specified. */
export const shown = (picture: Picture | null, link: LinkPicture): { picture?: QuestionPicture } =>
  picture ? { picture: { ...toPicture(picture, link), text: picture.text } } : {};

export const toPicture = ({ id, filename, width, height }: Omit<Picture, 'text'>, link: LinkPicture) => ({
  _id: id,
  url: link(filename),
  width,
  height,
});
