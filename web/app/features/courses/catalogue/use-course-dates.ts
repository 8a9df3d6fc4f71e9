import { useCallback, useEffect, useState } from 'react';
import type { Course } from '../wire.ts';
import type { Dates } from './course-date.ts';

/**
 * The dates of a course as they are now. The page is cached for everyone, so its seats may have been taken since: they
 * are read again after hydration. Until then, and where the link fails, the page's own stay, with their moment. A
 * course that is held online only reads nothing.
 */
export function useCourseDates({ id, format }: Pick<Course, 'id' | 'format'>, loaded: Dates) {
  const [read, setRead] = useState<Dates & { of: string }>();
  const refetch = useCallback(async () => {
    if (format === 'online') return;
    const { readCourseDates } = await import('./read-course-dates.ts');
    setRead({ ...(await readCourseDates(id)), of: id });
  }, [id, format]);
  useEffect(() => {
    refetch().catch(() => undefined); // the page's own dates stay
  }, [refetch]);
  const current = read?.of === id ? read : loaded;
  return { dates: current.dates, asOf: current.asOf, refetch };
}
