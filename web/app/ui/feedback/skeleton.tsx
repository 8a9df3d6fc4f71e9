import { cx } from '../cx.ts';

/** A placeholder of the same size as the content that is loading, to avoid layout shift. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cx('animate-breathe rounded-md bg-sunken', className)} />;
}

/** Placeholders for loading rows, each of the given height; announced to screen readers. */
export function SkeletonRows({ count, height }: { count: number; height: string }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className={height} />
      ))}
    </div>
  );
}

/** The placeholder for a loading page. */
export function PageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="h-6 w-112 max-w-full" />
      <div className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
      </div>
    </div>
  );
}
