import { training } from '@fairlead/contract/training';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { DataList } from '../../../ui/lists/data-list.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import { useCourseFilter } from '../../courses/use-course-filter.ts';
import { trainingSetOf } from '../wire.ts';
import type { Route } from './+types/staff-training-page.ts';
import { TrainingCard } from './staff-training-card.tsx';

export const meta: Route.MetaFunction = (page) => titled('All Training Videos', page);

const states: ListFilter = {
  name: 'state',
  label: 'Course is',
  any: 'All',
  options: [
    ['active', 'Active'],
    ['inactive', 'Inactive'],
  ],
};

export default function StaffTrainingPage() {
  const list = usePaginatedList(['training', 'all'], training.list, ({ data }) => data.map(trainingSetOf));
  const course = useCourseFilter();
  const upload = useMay('training:edit') && (
    <LinkButton to={staffPaths.uploadTraining}>
      <UploadIcon /> Upload Training Video
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="All Training Videos" actions={upload}>
        The videos of each course, in the order in which they are watched.
      </PageHeader>
      <DataList
        list={list}
        label="Training videos"
        searchLabel="Search by course or title"
        filters={[byAge('newest'), course, states]}
        className="flex flex-col gap-5"
        itemKey={({ id }) => id}
        failure="Failed to load training videos."
        empty={<EmptyState title="No training videos found.">Upload the first videos of a course.</EmptyState>}
        noMatch={<EmptyState title="No training videos found.">Nothing matches “{list.searched}”.</EmptyState>}
      >
        {(set) => <TrainingCard set={set} />}
      </DataList>
    </>
  );
}
