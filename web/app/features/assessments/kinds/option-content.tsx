import { isShownAlone } from '@fairlead/contract/assessments/question-kinds';
import type { OptionPicture } from '../pictures.ts';

/** The pictures of options at their places; left out where there are none. */
export type OptionPictures = readonly (OptionPicture | null)[] | undefined;

type OptionContentProps = {
  text: string;
  picture: OptionPicture | null | undefined;
  /** Whether the picture is as wide as its place, as where it is chosen; otherwise it is small, as in a list. */
  wide?: boolean;
};

/**
 * An option: its picture, if it has one, and its text, unless that says what the picture shows. The space of the
 * picture is reserved while it loads.
 */
export function OptionContent({ text, picture, wide = false }: OptionContentProps) {
  if (!picture) return text;
  const size = wide ? 'h-32 w-full sm:h-44' : 'aspect-3/2 h-auto w-36 max-w-full';
  return (
    <>
      <img
        src={picture.url}
        alt={picture.text}
        width={picture.width}
        height={picture.height}
        className={`block rounded-sm border border-line bg-sunken object-contain text-sm font-normal text-soft ${size}`}
      />
      {!isShownAlone(text, picture) && <span className={wide ? 'mt-2 block' : 'mt-1 block'}>{text}</span>}
    </>
  );
}

/** Options for a group of fields, which shows them as cards where one has a picture. */
export const optionChoices = (options: readonly string[], pictures: OptionPictures) => ({
  asCards: pictures?.some(Boolean) === true,
  options: options.map((option, place) => ({
    value: option,
    label: <OptionContent text={option} picture={pictures?.[place]} wide />,
  })),
});
