import { useQuery } from '@tanstack/react-query';
import type { ListFilter } from '../../ui/lists/list-filters.tsx';
import { courseChoiceQuery } from './staff-api.ts';

/**
 * A list filter by course, under the given name in the list's query; it has no options until the courses are loaded.
 */
export function useCourseFilter(name = 'course'): ListFilter {
  const { data = [] } = useQuery(courseChoiceQuery);
  return { name, label: 'Course', any: 'All courses', options: data.map(({ id, title }) => [id, title]) };
}
