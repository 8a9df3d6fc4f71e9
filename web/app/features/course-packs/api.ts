import { type CoursePack, coursePacks } from '@fairlead/contract/course-packs/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';

/** The files of a course, with links that expire. */
export const readPack = async (courseId: string): Promise<CoursePack> =>
  (await call(coursePacks.get, { params: { id: courseId } })).data;

export const packQuery = (courseId: string) =>
  queryOptions({ queryKey: ['course-pack', courseId], queryFn: () => readPack(courseId) });

/** The digests of a file's pieces, joined. */
export async function readDigests(courseId: string, file: string): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = await call(coursePacks.getDigests, { params: { id: courseId, file } });
  return Uint8Array.from(atob(data.digests), (char) => char.charCodeAt(0));
}
