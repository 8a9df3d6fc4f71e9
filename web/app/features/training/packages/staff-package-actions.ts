import { type PackagePreview, packages, type StaffPackage } from '@fairlead/contract/packages/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

export type { PackagePreview, StaffPackage };

/** Reads an uploaded package; nothing is stored. */
export const previewPackage = async (upload: string): Promise<PackagePreview> =>
  (await call(packages.preview, { body: { upload } })).data;

/** A package as staff see it. */
export const staffPackageQuery = (id: string) =>
  queryOptions({
    queryKey: ['training', 'package', id],
    queryFn: async () => (await call(packages.get, { params: { id } })).data,
    refetchOnWindowFocus: false,
  });

/** How the questions inside a package were answered. */
export const answersQuery = (id: string) =>
  queryOptions({
    queryKey: ['training', 'package-answers', id],
    queryFn: async () => (await call(packages.answers, { params: { id } })).data,
    refetchOnWindowFocus: false,
  });

type NewPackage = { courseId: string; upload: string; title: string; minutes: number; withScriptsElsewhere?: boolean };

export const addPackage = (body: NewPackage): Promise<string> => thenRefetch(call(packages.add, { body }));

export const replacePackage = (
  id: string,
  body: Pick<NewPackage, 'upload' | 'withScriptsElsewhere'>,
): Promise<string> => thenRefetch(call(packages.replace, { params: { id }, body }));

export const setMinutes = (id: string, minutes: number): Promise<string> =>
  thenRefetch(call(packages.setMinutes, { params: { id }, body: { minutes } }));

async function thenRefetch(sent: Promise<{ message: string }>): Promise<string> {
  try {
    return (await sent).message;
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['training'] });
  }
}
