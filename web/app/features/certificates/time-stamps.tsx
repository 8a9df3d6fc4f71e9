import type { Signer } from './pdf/cms.ts';
import { type TimeStamp, tolerance } from './pdf/time-stamp.ts';
import { ZonedMoment } from './zoned-moment.tsx';

type Props = { checked: readonly TimeStamp[]; hasMore: boolean; signedAt: Date };

/**
 * The time stamps of a file. They say when it existed, and change nothing about who issued it.
 *
 * @param props.hasMore whether the file has more of them than were checked.
 */
export function TimeStamps({ checked, hasMore, signedAt }: Props) {
  return (
    <ul className="flex flex-col gap-3">
      {checked.map((one, index) => (
        <li key={index}>
          {one.verdict === 'stamped' && one.at.getTime() >= signedAt.getTime() - tolerance ? (
            <>
              <p>
                Time-stamped by <strong className="text-ink">{one.authority.name}</strong> on{' '}
                <ZonedMoment at={one.at.toISOString()} />. The time stamp belongs to this file. This page does not know
                who runs this time-stamp authority.
              </p>
              <Fingerprint {...one.authority} />
            </>
          ) : (
            <p className="font-semibold text-warn">
              {flawOf[one.verdict]} Do not rely on this time stamp. It does not change the answer above.
            </p>
          )}
        </li>
      ))}
      {hasMore && (
        <li className="font-semibold text-warn">
          This file has more time stamps. This page did not check them. They do not change the answer above.
        </li>
      )}
    </ul>
  );
}

const flawOf: Record<TimeStamp['verdict'], string> = {
  stamped: 'A time stamp in this file shows a time before the file was signed.',
  future: 'A time stamp in this file shows a time in the future, or the clock of this device is wrong.',
  foreign: 'A time stamp in this file belongs to other content.',
  forged: 'A time stamp in this file is forged, or was changed.',
  unreadable: 'A time stamp in this file cannot be checked here.',
};

/** The fingerprint of the certificate of a key. */
export const Fingerprint = ({ fingerprint }: Signer) => (
  <p className="text-sm">
    Fingerprint of the key’s certificate (SHA-256): <span className="font-mono text-xs break-all">{fingerprint}</span>
  </p>
);
