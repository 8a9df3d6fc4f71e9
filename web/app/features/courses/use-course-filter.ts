import { useQuery } from '@tanstack/react-query';
import type { ListFilter } from '../../ui/list-filters.tsx';
import { courseChoiceQuery } from './staff-api.ts';

/** Narrows a list to one course, by the name that its query gives that; until the courses are there, it offers none. */
export function useCourseFilter(name = 'course'): ListFilter {
  const { data = [] } = useQuery(courseChoiceQuery);
  return { name, label: 'Course', any: 'All courses', options: data.map(({ id, title }) => [id, title]) };
}
