import type { ReactNode } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { Alert, type State } from '../../ui/feedback/alert.tsx';
import type { DeniedBy } from './check-code.ts';
import { ZonedMoment } from './zoned-moment.tsx';

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

type ForgedProps = {
  subject: 'badge' | 'certificate' | 'PDF';
  deniedBy: DeniedBy;
  source: string;
  children?: ReactNode;
};

/** The verdict on what is signed with a key of the academy, but was not issued by the academy. */
export function Forged({ subject, deniedBy, source, children }: ForgedProps) {
  const { name } = useBrand();
  return (
    <Verdict tone="bad" title={`This ${subject} is forged`} source={source}>
      <p>
        {deniedBy === 'register'
          ? `The register of ${name} has no certificate that matches this ${subject === 'badge' ? 'badge' : 'code'}.`
          : `It is signed with a key of ${name}, but dated when that key was not in use.`}{' '}
        Do not accept it.
      </p>
      {children}
    </Verdict>
  );
}

/** The source of a verdict that depends on the academy's keys. @param at when this device last got them. */
export const KeysSeen = ({ at }: { at: string }) => (
  <>
    The academy’s keys were last loaded on <ZonedMoment at={at} />.
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
