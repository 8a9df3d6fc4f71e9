import type { ReactNode } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { Day } from '../../lib/site.tsx';
import type { State } from '../../ui/feedback/alert.tsx';
import type { CodeAnswer, SignedState } from './check-code.ts';
import { Answered, DisputedAnswer, RegisteredAnswer } from './registered-answer.tsx';
import { Forged, KeysSeen, Unprepared, Verdict } from './verdict.tsx';
import { ZonedMoment } from './zoned-moment.tsx';

type CodeAnswerViewProps = {
  answer: CodeAnswer;
  /** The findings about the file that contains the code. */
  file?: ReactNode;
};

/** The result of the check of a code, with a text for each outcome. */
export function CodeAnswerView({ answer, file }: CodeAnswerViewProps) {
  if (answer.verdict === 'registered') return <RegisteredAnswer certificate={answer.certificate} file={file} />;
  if (answer.verdict === 'signed') return <SignedAnswer {...answer} file={file} />;
  return (
    <div className="flex flex-col gap-6">
      <Refusal answer={answer} />
      {file}
    </div>
  );
}

/** Why a code does not confirm a certificate. */
function Refusal({ answer }: { answer: Exclude<CodeAnswer, { verdict: 'registered' | 'signed' }> }) {
  const { name } = useBrand();
  switch (answer.verdict) {
    case 'disputed':
      return <DisputedAnswer />;
    case 'altered':
      return (
        <Verdict tone="bad" title="This code was altered" source="Its signature was checked on this device.">
          <p>Its content is not what {name} signed. Do not accept the certificate.</p>
        </Verdict>
      );
    case 'forged':
      return (
        <Forged subject="certificate" source="Its signature was checked on this device." deniedBy={answer.deniedBy} />
      );
    case 'unknown-key':
      return (
        <Verdict tone="bad" title="Signed by an unknown key" source={<KeysSeen at={answer.seen} />}>
          <p>
            The signature is not by any key of {name} that this device knows. Check the certificate number with
            internet. If it is not found, do not accept the certificate.
          </p>
        </Verdict>
      );
    case 'unreadable':
      return (
        <Verdict tone="warn" title="This code cannot be read" source="Nothing was checked.">
          <p>It is damaged, incomplete, or not from a certificate. Scan it again, or type the certificate number.</p>
        </Verdict>
      );
    case 'unprepared':
      return <Unprepared subject="code" />;
  }
}

const signedStates: Record<SignedState['state'], { tone: State; title: string; text: string }> = {
  valid: { tone: 'good', title: 'This certificate is genuine', text: 'The academy has signed what is shown below.' },
  unsure: {
    tone: 'warn',
    title: 'This certificate was genuine when it was signed',
    text: 'The list of revoked certificates on this device is too old. Check it again with internet.',
  },
  expired: { tone: 'warn', title: 'This certificate has expired', text: 'It was genuine. It is no longer valid.' },
  revoked: {
    tone: 'bad',
    title: 'This certificate was revoked',
    text: 'The academy issued it and later revoked it. It is not valid.',
  },
  superseded: {
    tone: 'warn',
    title: 'This certificate was replaced',
    text: 'It is no longer valid. Ask the holder for the newer one.',
  },
};

type SignedAnswerProps = Extract<CodeAnswer, { verdict: 'signed' }> & { file: ReactNode };

function SignedAnswer({ facts, signedState, seen, file }: SignedAnswerProps) {
  const { tone, title, text } = signedStates[signedState.state];
  const source: ReactNode = (
    <>
      Signature checked offline, register last loaded on <ZonedMoment at={seen} />.
    </>
  );
  return (
    <Answered
      verdict={
        <Verdict tone={tone} title={title} source={source}>
          <p>{text}</p>
          {'on' in signedState && (
            <p>
              {signedState.state === 'revoked' ? 'Revoked' : 'Replaced'} on <Day date={signedState.on} />.
            </p>
          )}
        </Verdict>
      }
      evidence={file}
      facts={facts}
    >
      Compare this with the printed certificate, and the person with their documents. Certificates revoked after that
      date are not known here.
    </Answered>
  );
}
