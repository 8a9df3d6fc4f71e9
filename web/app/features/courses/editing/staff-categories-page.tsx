import { CategoryName, type CourseCategory } from '@fairlead/contract/courses/course-categories';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { useDragOrder } from '../../../ui/lists/drag-order.ts';
import { Mover } from '../../../ui/lists/mover.tsx';
import type { Route } from './+types/staff-categories-page.ts';
import { arrangeCategories, categoriesQuery, renameCategory } from './categories-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Course Categories', page);

export const clientLoader = async () => {
  await preload(categoriesQuery);
};

/** The categories of the courses: their order and names, and which of them the catalogue offers. */
export default function StaffCategoriesPage() {
  const { data: categories } = useSuspenseQuery(categoriesQuery);
  const [busy, setBusy] = useState(false);

  async function save(next: readonly CourseCategory[]) {
    setBusy(true);
    try {
      toast(await arrangeCategories(next));
    } catch (error) {
      toast(messageOf(error, 'Failed to save the categories.'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(false);
    }
  }

  const move = (from: number, to: number) => {
    const moved = categories[from];
    if (moved) void save(categories.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const drag = useDragOrder(move);
  return (
    <>
      <PageHeader title="Course Categories" dense>
        The catalogue offers them in this order. A new category begins with its first course.
      </PageHeader>
      {categories.length === 0 ? (
        <EmptyState title="No categories yet.">
          They come with the courses:{' '}
          <Link to={staffPaths.createCourse} className="text-link underline">
            create the first course
          </Link>
          .
        </EmptyState>
      ) : (
        <ol aria-label="Categories" className="max-w-3xl divide-y divide-line rounded-lg border border-line bg-surface">
          {categories.map((category, index) => (
            <li
              key={category.name}
              {...drag.row(index)}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 data-over:bg-sunken"
            >
              <Mover
                title={category.name}
                place={{ index, count: categories.length }}
                busy={busy}
                onMove={(to) => move(index, to)}
                handle={drag.handle(index)}
              />
              <span className="min-w-0 flex-1 basis-40">
                <span id={`category-${index}`} className="font-semibold wrap-anywhere">
                  {category.name}
                </span>{' '}
                <span className="text-sm whitespace-nowrap text-soft">
                  {category.courses} {category.courses === 1 ? 'course' : 'courses'}
                </span>
              </span>
              {category.isHidden && <Badge>Hidden</Badge>}
              <Rename category={category} index={index} />
              <Button
                tone="plain"
                size="small"
                busy={busy}
                aria-describedby={`category-${index}`}
                onClick={() => void save(categories.with(index, { ...category, isHidden: !category.isHidden }))}
              >
                {category.isHidden ? 'Show' : 'Hide'}
              </Button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Rename({ category: { name, courses }, index }: { category: CourseCategory; index: number }) {
  const typed = (form: FormData) => ({ from: name, to: textOf(form, 'to') });
  return (
    <FormAction
      label="Rename"
      size="small"
      describedBy={`category-${index}`}
      title="Rename Category"
      text={
        <p className="text-soft">
          {courses === 1 ? 'Its course gets' : `Its ${courses} courses get`} the new name. With the name of another
          category, both become one.
        </p>
      }
      check={(form) => fieldErrors(CategoryName, typed(form))}
      confirm="Yes, Rename"
      act={(form) => renameCategory(name, typed(form).to)}
      after={async () => {}}
      failure="Failed to rename the category."
    >
      <TextField label="Name" name="to" defaultValue={name} autoComplete="off" required />
    </FormAction>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Course Categories" failure="Failed to load the categories." error={error} />;
}
