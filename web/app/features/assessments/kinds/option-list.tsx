import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { OptionContent, type OptionPictures } from './option-content.tsx';

type OptionListProps = {
  options: readonly string[];
  pictures: OptionPictures;
  isChosen: (option: string) => boolean;
  /** Null where the answer key is not shown. */
  isRight: ((option: string) => boolean) | null;
};

/** The options of a submitted question, with the selected and the correct ones marked. */
export function OptionList({ options, pictures, isChosen, isRight }: OptionListProps) {
  return (
    <>
      <ul className="mt-2 flex flex-col gap-1 has-[img]:gap-3">
        {options.map((option, place) => (
          <Option key={option} chosen={isChosen(option)} right={isRight ? isRight(option) : null}>
            <OptionContent text={option} picture={pictures?.[place]} />
          </Option>
        ))}
      </ul>
      {!options.some(isChosen) && <p className="mt-2 text-soft">Not answered</p>}
    </>
  );
}

function Option({ chosen, right, children }: { chosen: boolean; right: boolean | null; children: ReactNode }) {
  const wrong = chosen && right === false;
  const said = [chosen && 'chosen', right && 'correct answer'].filter(Boolean).join(', ');
  return (
    <li
      className={cx(
        'flex items-start gap-2',
        right ? 'font-semibold text-good' : wrong ? 'text-bad' : chosen ? 'font-semibold' : 'text-soft',
      )}
    >
      {right ? (
        <CheckIcon className="mt-1 shrink-0" />
      ) : wrong ? (
        <CloseIcon className="mt-1 shrink-0" />
      ) : (
        <span className="w-[1.25em] shrink-0" />
      )}
      <span className="min-w-0 break-words">
        {children}
        {said && <span className={right === null || chosen ? 'font-normal text-soft' : 'sr-only'}> ({said})</span>}
      </span>
    </li>
  );
}
