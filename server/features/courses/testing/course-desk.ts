import { courses } from '@fairlead/contract/courses/calls';
import { expect } from 'vitest';
import type { Person, TestApp } from '../../../testing/app.ts';
import { filesInStore, formOf, picture } from '../../../testing/forms.ts';
import { courseFields } from './course-fields.ts';

/** The picture of the course form. */
export const courseCover = async () => ({ courseImg: { bytes: await picture('png', 2000), name: 'my cover.png' } });

/** Courses as created by a staff member, and checks of the result. */
export function courseDesk(program: TestApp, editor: Person) {
  const { call, db } = program;

  const create = async (changes: Record<string, string> = {}, files = courseCover()) =>
    call(courses.create, { form: formOf({ ...courseFields, ...changes }, await files) }, editor);

  async function state() {
    const { n } = await db
      .selectFrom('course')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return { disk: await filesInStore(program), count: n, publicChanges: program.publicChanges() };
  }

  return {
    create,
    created: async (changes: Record<string, string> = {}) => (await create(changes)).body.data,
    audit: (id: string) =>
      db.selectFrom('auditEvent').select(['action', 'actorId']).where('subjectId', '=', id).orderBy('at').execute(),
    /** Checks that a refused call changes nothing. */
    leavesNothing: async (refused: () => Promise<unknown>) => {
      const before = await state();
      await refused();
      expect(await state()).toEqual(before);
    },
  };
}
