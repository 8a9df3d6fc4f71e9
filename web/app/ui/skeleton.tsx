import { cx } from './cx.ts';

/** Stands where something will be, in its size, so that the page does not jump. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cx('animate-breathe rounded-md bg-sunken', className)} />;
}

/** Rows that are on their way, in the height of each; said to whoever does not see them. */
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

/** A page that is on its way. */
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
