import type { Picture } from './pictures.ts';

type QuestionImageProps = { picture: Picture | undefined };

/**
 * The picture of a question, if it has one. Its space is reserved while it loads, to avoid layout shift under a finger.
 */
export function QuestionImage({ picture }: QuestionImageProps) {
  if (!picture) return null;
  const { url, width, height, text } = picture;
  return (
    <img
      src={url}
      alt={text}
      width={width}
      height={height}
      className="mt-3 h-auto max-h-120 w-auto max-w-full rounded-md border border-line bg-sunken text-base font-normal text-soft"
    />
  );
}
