import { cx } from './cx.ts';

type QrPictureProps = {
  /** The dark modules as one path in a square of `side` units, the quiet zone included. */
  qr: { side: number; path: string };
  label: string;
  className?: string;
};

/** A QR code, dark on white in both themes, since many apps cannot scan it otherwise. */
export const QrPicture = ({ qr: { side, path }, label, className }: QrPictureProps) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${side} ${side}`}
    shapeRendering="crispEdges"
    className={cx('w-56 rounded-md', className)}
  >
    <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
    <path fill="#000" d={path} />
  </svg>
);
