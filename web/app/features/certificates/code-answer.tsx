import type { ReactNode } from 'react';
import { Day, Moment, useBrand } from '../../lib/site.tsx';
import type { State } from '../../ui/feedback/alert.tsx';
import type { CodeAnswer, Standing } from './check-code.ts';
import { Answered, DisputedAnswer, RegisteredAnswer } from './registered-answer.tsx';
import { KeysSeen, Unprepared, Verdict } from './verdict.tsx';

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
          <p>What it says is not what {name} has signed. Do not accept the certificate.</p>
        </Verdict>
      );
    case 'forged':
      return (
        <Verdict tone="bad" title="This certificate is forged" source="Its signature was checked on this device.">
          <p>{name} has issued no such certificate: the register, or the time of its signature, says otherwise.</p>
        </Verdict>
      );
    case 'unknown-key':
      return (
        <Verdict tone="bad" title="Signed by an unknown key" source={<KeysSeen at={answer.seen} />}>
          <p>
            The signature is by none of {name}’s keys. Unless the key is newer than what this device knows, the
            certificate is not the academy’s. Check its number with a network.
          </p>
        </Verdict>
      );
    case 'unreadable':
      return (
        <Verdict tone="warn" title="This code cannot be read" source="Nothing was checked.">
          <p>It is damaged, cut off, or none of a certificate. Scan it again, or type the certificate’s number.</p>
        </Verdict>
      );
    case 'unprepared':
      return <Unprepared subject="code" />;
  }
}

const standings: Record<Standing['state'], { tone: State; title: string; text: string }> = {
  valid: { tone: 'good', title: 'This certificate is genuine', text: 'The academy has signed what is shown below.' },
  unsure: {
    tone: 'warn',
    title: 'This certificate was genuine when it was signed',
    text: 'The list of withdrawn certificates on this device is too old to say whether it still is. Check it again with a network.',
  },
  expired: { tone: 'warn', title: 'This certificate has expired', text: 'It is genuine, and is no longer valid.' },
  revoked: {
    tone: 'bad',
    title: 'This certificate was revoked',
    text: 'The academy has signed it and withdrawn it. It is not valid.',
  },
  superseded: {
    tone: 'info',
    title: 'This certificate was replaced',
    text: 'A newer one was issued to its holder. Please ask for that one.',
  },
};

type SignedAnswerProps = Extract<CodeAnswer, { verdict: 'signed' }> & { file: ReactNode };

function SignedAnswer({ facts, standing, seen, file }: SignedAnswerProps) {
  const { tone, title, text } = standings[standing.state];
  const source: ReactNode = (
    <>
      Signature checked offline, register last seen on <Moment at={seen} />.
    </>
  );
  return (
    <Answered
      verdict={
        <Verdict tone={tone} title={title} source={source}>
          <p>{text}</p>
          {'on' in standing && (
            <p>
              Withdrawn on <Day date={standing.on} />.
            </p>
          )}
        </Verdict>
      }
      evidence={file}
      facts={facts}
    >
      Compare this with the paper, and the person with the documents. What the academy has withdrawn since then is not
      known here.
    </Answered>
  );
}
