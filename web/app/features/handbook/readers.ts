import type { Role } from '@fairlead/contract/platform/permissions';
import { matchRoutes } from 'react-router';
import { handbookPath } from '../../lib/handbook-paths.ts';
import type { HandbookPage } from './handbook-text.ts';

/** The readers of the handbook; the texts of each are loaded only when somebody reads them. */
export const handbooks = {
  seafarer: { name: 'Seafarers', load: () => import('./texts/seafarer.ts') },
  registrar: { name: 'Registrars', load: () => import('./texts/registrar.ts') },
  instructor: { name: 'Instructors', load: () => import('./texts/instructor.ts') },
  administrator: { name: 'Administrators', load: () => import('./texts/administrator.ts') },
} as const;

export type Reader = keyof typeof handbooks;

const readersOf: Record<Role, readonly Reader[]> = {
  learner: ['seafarer'],
  registrar: ['registrar', 'instructor', 'administrator', 'seafarer'],
  instructor: ['instructor', 'registrar', 'administrator', 'seafarer'],
  admin: ['administrator', 'registrar', 'instructor', 'seafarer'],
};

/** The handbooks that a role may read, its own first; a role that this build does not know reads that of seafarers. */
export const readersFor = (role: string): readonly Reader[] =>
  Object.entries(readersOf).find(([known]) => known === role)?.[1] ?? readersOf.learner;

/** The pages of a reader, 'A day' first. */
export async function pagesOf(reader: Reader): Promise<readonly HandbookPage[]> {
  return (await handbooks[reader].load()).pages;
}

/** The page that is about the screen at a path. */
export function pageAbout(screen: string, pages: readonly HandbookPage[]): HandbookPage | undefined {
  const about = pages.flatMap((page) => page.screens.map((path) => ({ path, handle: page })));
  return matchRoutes(about, screen)?.[0]?.route.handle;
}

/**
 * Where the '?' of a screen leads: to the page about it in the first of these handbooks that has one, or else to the
 * first page of the person's own.
 */
export async function pathAbout(screen: string, readers: readonly Reader[]): Promise<string> {
  for (const reader of readers) {
    const page = pageAbout(screen, await pagesOf(reader));
    if (page) return handbookPath(reader, page.id);
  }
  return handbookPath(readers[0]);
}
