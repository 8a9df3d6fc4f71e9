import { formatSpan } from '../../lib/format/running-time.ts';

/** What an uploaded file with progress added, in words. */
export const creditedInWords = ({ userName, courseTitle, creditedSeconds }: Uploaded): string =>
  creditedSeconds > 0
    ? `${formatSpan(creditedSeconds)} of ${courseTitle} credited to ${userName}.`
    : `Nothing new: the academy has the progress of ${userName} in ${courseTitle} already, or cannot credit it yet.`;

type Uploaded = { userName: string; courseTitle: string; creditedSeconds: number };
