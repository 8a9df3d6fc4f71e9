import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';

type LoadedSectionProps<T> = { query: UseQueryResult<T>; failure: string; form: (data: T) => ReactNode };

/**
 * The form of a section that reads something of its own. If that fails, it can be tried again here, and the other
 * sections keep what was typed in them; so does this one if it was read before.
 */
export function LoadedSection<T>({ query, failure, form }: LoadedSectionProps<T>) {
  const { data, isError, error, refetch } = query;
  if (data !== undefined) return form(data);
  if (isError) return <ListFailure sentence={messageOf(error, failure)} retry={() => void refetch()} />;
  return <SkeletonRows count={2} height="h-12" />;
}
