import type { ReactNode } from 'react';
import { Moment } from '../../lib/site.tsx';
import { Alert, type State } from '../../ui/feedback/alert.tsx';

type VerdictProps = { tone: State; title: string; source: ReactNode; children: ReactNode };

/** The result of a check, and the source that it is based on. */
export function Verdict({ tone, title, source, children }: VerdictProps) {
  return (
    <Alert tone={tone}>
      <p className="text-lg font-bold">{title}</p>
      {children}
      <p className="mt-1 text-sm">{source}</p>
    </Alert>
  );
}

/** The source of a verdict that depends on the academy's keys. @param at when this device last got them. */
export const KeysSeen = ({ at }: { at: string }) => (
  <>
    The academy’s keys were last loaded on <Moment at={at} />.
  </>
);

/** The verdict where there are no keys of the academy to check with. */
export const Unprepared = ({ subject }: { subject: 'badge' | 'code' | 'PDF' }) => (
  <Verdict tone="warn" title={`This ${subject} cannot be checked here yet`} source="Nothing was checked.">
    <p>
      There is no internet, and this device does not have the academy’s keys yet. Open this page once with internet.
    </p>
  </Verdict>
);
