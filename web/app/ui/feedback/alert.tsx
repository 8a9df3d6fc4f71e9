import type { ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';
import { CheckIcon, InfoIcon, WarningIcon } from '../icons.tsx';

export type State = 'good' | 'warn' | 'bad' | 'info';

const looks = {
  good: { icon: CheckIcon, className: 'border-good bg-good-soft text-good' },
  warn: { icon: WarningIcon, className: 'border-warn bg-warn-soft text-warn' },
  bad: { icon: WarningIcon, className: 'border-bad bg-bad-soft text-bad' },
  info: { icon: InfoIcon, className: 'border-info bg-info-soft text-info' },
};

type AlertProps = {
  tone?: State | undefined;
  children: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
  ref?: Ref<HTMLDivElement>;
};

/** A message inside the page. Errors interrupt a screen reader, other messages wait. */
export function Alert({ tone = 'bad', children, action, className, ref }: AlertProps) {
  const { icon: Icon, className: colours } = looks[tone];
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
      className={cx(
        'flex items-start gap-3 rounded-md border-l-4 px-4 py-3',
        action ? 'flex-wrap' : false,
        colours,
        className,
      )}
    >
      <Icon className="mt-1" />
      <div className={cx('min-w-0 flex-1', action ? 'basis-52' : false)}>{children}</div>
      {action}
    </div>
  );
}
