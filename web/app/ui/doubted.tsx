import { WarningIcon } from './icons.tsx';

/** A stored value with what is doubtful about it, if anything; the value itself is shown as it is stored. */
export function Doubted({ value, doubt }: { value: string; doubt: string }) {
  return (
    <>
      {value}
      {doubt && (
        <span className="flex items-start gap-1.5 text-sm font-normal text-warn">
          <WarningIcon className="mt-0.5 shrink-0" />
          <span className="min-w-0">{doubt}</span>
        </span>
      )}
    </>
  );
}
