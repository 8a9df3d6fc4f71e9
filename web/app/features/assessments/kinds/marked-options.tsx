import { cx } from '../../../ui/cx.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { OptionContent, type OptionPictures } from './option-content.tsx';

type MarkedOptionsProps = { options: readonly string[]; pictures?: OptionPictures; right: readonly string[] };

/** Options for staff, with those marked that are right. */
export function MarkedOptions({ options, pictures, right }: MarkedOptionsProps) {
  return (
    <ul className="mt-2 grid grid-cols-1 gap-x-6 gap-y-1 has-[img]:gap-y-3 sm:grid-cols-2">
      {options.map((option, place) => {
        const isRight = right.includes(option);
        return (
          <li key={option} className={cx('flex items-start gap-2', isRight ? 'font-semibold text-good' : 'text-soft')}>
            {isRight ? <CheckIcon className="mt-1" /> : <span className="w-[1.25em] shrink-0" />}
            <span className="min-w-0 break-words">
              <OptionContent text={option} picture={pictures?.[place]} />
              {isRight && <span className="sr-only"> (correct answer)</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
