import { questionNames } from '@fairlead/contract/assessments/names';
import {
  testAuthoring,
  type BankedQuestion as WireBankedQuestion,
  type QuestionFile as WireQuestionFile,
} from '@fairlead/contract/assessments/test-authoring';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/calls/api-client.ts';
import { withFormNames } from '../../../lib/calls/field-errors.ts';
import { usePaginatedListHere } from '../../../lib/calls/paginated-list.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { saveFile } from '../../../lib/device/save-file.ts';
import { shrinkPicture } from '../../../lib/device/shrink-picture.ts';
import type { Picture } from '../pictures.ts';
import { type QuestionDraft, type Test, type TestDraft, testInputOf, testOf } from '../staff-wire.ts';

/** The current state of an assessment, for editing. */
export const readTestNow = async (id: string): Promise<Test> =>
  testOf((await call(testAuthoring.get, { params: { id } })).data);

/** The same, for a page that shows it. */
export const testNowQuery = (id: string) =>
  queryOptions({ queryKey: ['tests', 'now', id], queryFn: () => readTestNow(id) });

/** Saves the next version of an assessment; returns the server's message. */
export async function updateTest({ id, version }: Test, draft: TestDraft, courseTitle: string): Promise<string> {
  const body = { test: testInputOf(draft, courseTitle), version };
  const { message } = await withFormNames(questionNames, call(testAuthoring.update, { params: { id }, body }));
  await queryClient.invalidateQueries({ queryKey: ['tests'] });
  return message;
}

export async function duplicateTest(id: string): Promise<string> {
  const { message } = await call(testAuthoring.duplicate, { params: { id } });
  await queryClient.invalidateQueries({ queryKey: ['tests'] });
  return message;
}

/** Saves an assessment's questions as a file for other programs; returns what the file could not contain, in words. */
export async function saveQuestions(
  id: string,
  format: 'gift' | 'csv' | 'moodle' | 'qti',
): Promise<string | undefined> {
  const { data } = await call(testAuthoring.writeFile, { params: { id }, query: { format } });
  const content = data.isBase64 ? Uint8Array.from(atob(data.content), (sign) => sign.charCodeAt(0)) : data.content;
  saveFile({
    file: new Blob([content], { type: data.isBase64 ? 'application/zip' : 'text/plain' }),
    name: data.filename,
  });
  const { withoutPicture, leftOut } = data;
  const sentences = [
    withoutPicture === 1 && 'The picture of 1 question is not in the file.',
    withoutPicture > 1 && `The pictures of ${withoutPicture} questions are not in the file.`,
    leftOut === 1 && '1 question is not in the file, which cannot hold it.',
    leftOut > 1 && `${leftOut} questions are not in the file, which cannot hold them.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** Uploads a picture for a question, scaled down where it is large; it has no text yet. */
export async function sendPicture(file: File): Promise<Picture> {
  const form = new FormData();
  form.append('picture', await shrinkPicture(file));
  const { data } = await call(testAuthoring.addPicture, { form });
  return { ...fromWire(idNames, data), text: '' };
}

/** The films of a course to which its questions may belong. */
export const filmsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['tests', 'films', courseId],
    queryFn: async () => fromWire(idNames, (await call(testAuthoring.films, { query: { course: courseId } })).data),
  });

/** What was found in a file of questions. */
export type FileReport = FromWire<typeof questionNames, WireQuestionFile>;

export async function readQuestionFile(form: FormData): Promise<FileReport> {
  return fromWire(questionNames, (await call(testAuthoring.readFile, { form })).data);
}

/**
 * The questions of a file for the form. Their pictures are uploaded, which have no place before.
 *
 * @returns the questions, and how many pictures could not be read.
 */
export async function questionsOf({ questions }: FileReport): Promise<{ drafts: QuestionDraft[]; lost: number }> {
  let lost = 0;
  const drafts: QuestionDraft[] = [];
  const send = async (file: { base64: string; text: string }) => {
    const picture = await sendPictureFile(file);
    if (!picture) lost += 1;
    return picture;
  };
  for (const { pictureFile, optionPictureFiles, line: _, entry: __, name: ___, ...question } of questions) {
    const picture = pictureFile && (await send(pictureFile));
    const optionPictures: (Picture | null)[] = [];
    for (const file of optionPictureFiles ?? []) optionPictures.push((file && (await send(file))) ?? null);
    drafts.push({ ...question, ...(picture && { picture }), ...(optionPictures.some(Boolean) && { optionPictures }) });
  }
  return { drafts, lost };
}

/** The bytes of a text in base64; undefined for a text that is none, since a file may have anything in it. */
function bytesIn(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Uploads a picture of a file; undefined for one that is no picture. */
async function sendPictureFile({ base64, text }: { base64: string; text: string }): Promise<Picture | undefined> {
  const bytes = bytesIn(base64);
  if (!bytes) return undefined;
  try {
    return { ...(await sendPicture(new File([bytes], 'picture'))), text };
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return undefined;
    throw error;
  }
}

/** A question that some assessment contains. */
export type BankedQuestion = FromWire<typeof questionNames, WireBankedQuestion>;

/** The question bank, initially filtered by a course where one is given. */
export const useBank = (courseId: string) =>
  usePaginatedListHere({ course: courseId }, ['tests', 'bank'], testAuthoring.bank, ({ data }) =>
    fromWire(questionNames, data),
  );

/** The topics of the questions in the bank, of one course or, with a blank, of all. */
export const topicsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['tests', 'topics', courseId],
    queryFn: async () => (await call(testAuthoring.topics, { query: courseId ? { course: courseId } : {} })).data,
  });
