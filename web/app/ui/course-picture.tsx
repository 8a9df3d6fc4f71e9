import { cardCoverUrl } from '@fairlead/contract/courses/cover-url';
import { cx } from './cx.ts';

type CoursePictureProps = {
  title: string;
  picture: { url: string } | null | undefined;
  className?: string;
  /** Wider than a card: the whole cover is loaded. */
  isWide?: boolean;
};

/**
 * The cover of a course, or a drawn nautical chart in its place. It has no text alternative, since the title is next to
 * it. `min-w-0`, since the size of a picture that does not load is otherwise the least width of a grid's column.
 */
export function CoursePicture({ title, picture, className, isWide = false }: CoursePictureProps) {
  if (!picture) return <DrawnCover title={title} className={className} />;
  return (
    <img
      src={isWide ? picture.url : cardCoverUrl(picture.url)}
      alt=""
      width={640}
      height={320}
      loading="lazy"
      decoding="async"
      className={cx('w-full min-w-0 bg-sunken object-cover', className)}
    />
  );
}

/** Depth lines around a shoal, shifted by a hash of the title, so that two courses without a cover look different. */
function DrawnCover({ title, className }: { title: string; className: string | undefined }) {
  let seed = 0;
  for (const letter of title) seed = (seed * 31 + letter.charCodeAt(0)) % 9973;
  const x = 90 + (seed % 140);
  const y = 50 + (seed % 60);
  return (
    <svg
      viewBox="0 0 320 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={cx('w-full bg-shoal', className)}
    >
      <path d="M0 40h320M0 80h320M0 120h320M64 0v160M128 0v160M192 0v160M256 0v160" stroke="#f5f1e6" opacity=".1" />
      <g fill="none" stroke="#bccade" transform={`rotate(${seed % 50} ${x} ${y})`}>
        {[24, 46, 72, 102, 138].map((radius, i) => (
          <ellipse key={radius} cx={x} cy={y} rx={radius * 1.4} ry={radius * 0.8} opacity={0.75 - i * 0.13} />
        ))}
      </g>
      <g transform={`translate(${x} ${y})`}>
        <path d="M-7 0h14L3-26h-6Z" fill="#ff7a45" />
        <path d="M-14 0h28c0 6-6 9-14 9s-14-3-14-9Z" fill="#f5f1e6" />
      </g>
    </svg>
  );
}
