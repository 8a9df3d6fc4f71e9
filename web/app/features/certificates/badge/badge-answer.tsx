import type { Badge } from '@fairlead/contract/open-badges/badge';
import type { ReactNode } from 'react';
import { dayOf } from '../../../lib/format/dates.ts';
import { Day, Moment, useBrand } from '../../../lib/site.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { State } from '../../../ui/feedback/alert.tsx';
import { Card } from '../../../ui/layout.tsx';
import { DisputedAnswer, RegisteredAnswer } from '../registered-answer.tsx';
import { KeysSeen, Unprepared, Verdict } from '../verdict.tsx';
import type { BadgeState, CheckedBadge } from './check-badge.ts';

const onDevice = 'It was checked on this device.';

/** The result of the check of a badge, with a text for each outcome. */
export function BadgeAnswerView({ answer }: { answer: CheckedBadge }) {
  const { name } = useBrand();
  switch (answer.verdict) {
    case 'registered':
      return <RegisteredAnswer certificate={answer.certificate} />;
    case 'disputed':
      return <DisputedAnswer />;
    case 'signed':
      return <SignedBadge {...answer} />;
    case 'foreign':
      return <ForeignBadge {...answer} />;
    case 'altered':
      return (
        <Verdict tone="bad" title="This badge was altered" source={onDevice}>
          <p>What it says is not what was signed. Do not accept it.</p>
        </Verdict>
      );
    case 'forged':
      return (
        <Verdict tone="bad" title="This badge is forged" source={onDevice}>
          <p>{name} has issued no such certificate: the register, or the time of its signature, says otherwise.</p>
        </Verdict>
      );
    case 'unknown-key':
      return (
        <Verdict tone="bad" title="Signed by an unknown key" source={<KeysSeen at={answer.seen} />}>
          <p>
            It names {name} as its issuer, and is signed by none of its keys. Unless the key is newer than what this
            device knows, the badge is not the academy’s.
          </p>
        </Verdict>
      );
    case 'unprepared':
      return <Unprepared subject="badge" />;
    case 'malformed':
      return (
        <Verdict tone="bad" title="This is no valid badge" source={onDevice}>
          <p>It breaks the rules of Open Badges 3.0, so that nothing is known of who has signed what it says.</p>
          <p className="text-sm wrap-anywhere">Fault: {answer.why}</p>
        </Verdict>
      );
    case 'unsupported':
      return (
        <Verdict tone="warn" title="This kind of badge cannot be checked here" source="Nothing was checked.">
          <p>
            It is of another version than Open Badges 3.0, or signed in a way that this page does not know. Ask its
            issuer.
          </p>
        </Verdict>
      );
    case 'none':
    case 'unreadable':
      return (
        <Verdict tone="warn" title="There is no digital badge in this" source="Nothing was checked.">
          <p>
            A photograph or a copy of the picture does not contain it. Ask for the file as the holder has downloaded it.
          </p>
        </Verdict>
      );
  }
}

const signedStates: Record<BadgeState, { tone: State; title: string; text: string }> = {
  valid: { tone: 'good', title: 'This badge is genuine', text: 'The academy has signed what is shown below.' },
  unsure: {
    tone: 'warn',
    title: 'This badge was genuine when it was signed',
    text: 'Whether its certificate was withdrawn since cannot be found out now. Check it again with a network.',
  },
  early: { tone: 'warn', title: 'This badge is not valid yet', text: 'The academy has signed it for a later day.' },
  expired: { tone: 'warn', title: 'This badge has expired', text: 'It is genuine, and is no longer valid.' },
  withdrawn: { tone: 'bad', title: 'This badge was withdrawn', text: 'Its certificate was revoked or replaced.' },
};

function SignedBadge({ badge, holder, state, seen }: Extract<CheckedBadge, { verdict: 'signed' }>) {
  const { tone, title, text } = signedStates[state];
  const source = (
    <>
      Signature checked offline, by the academy’s keys of <Moment at={seen} />.
    </>
  );
  return (
    <Stated badge={badge} holder={holder}>
      <Verdict tone={tone} title={title} source={source}>
        <p>{text}</p>
      </Verdict>
    </Stated>
  );
}

const foreignStates: Record<BadgeState, string | undefined> = {
  valid: undefined,
  unsure: 'Whether it was withdrawn since is not known here: this page loads nothing from others.',
  early: 'It is not valid yet.',
  expired: 'It has expired.',
  withdrawn: 'It was withdrawn.',
};

function ForeignBadge({ badge, holder, issuer, keySource, state }: Extract<CheckedBadge, { verdict: 'foreign' }>) {
  const { name } = useBrand();
  const who = <span className="font-mono text-sm wrap-anywhere">{issuer}</span>;
  const isChecked = keySource !== 'elsewhere';
  return (
    <Stated badge={badge} holder={holder}>
      <Verdict
        tone="warn"
        title={isChecked ? 'Signed by somebody whom this academy does not know' : 'Its signature could not be checked'}
        source={isChecked ? onDevice : 'Only its form was checked, on this device.'}
      >
        <p>
          It is no certificate of {name}. Its issuer is named as {who}.
        </p>
        <p>{keyWords[keySource]}</p>
        {foreignStates[state] && <p>{foreignStates[state]}</p>}
      </Verdict>
    </Stated>
  );
}

const keyWords = {
  issuers: 'It is unchanged since it was signed with that key. Whose key it is, find out from the issuer.',
  named:
    'It is unchanged since it was signed with the key that it names. Whether that is the issuer’s key is not known here.',
  elsewhere: 'The issuer publishes its key elsewhere, and this page loads nothing from others.',
} as const;

type StatedProps = { badge: Badge; holder: string | undefined; children: ReactNode };

/** A verdict, with what the badge states below it. */
function Stated({ badge, holder, children }: StatedProps) {
  const { timeZone } = useBrand();
  const { credentialSubject, validFrom, validUntil, issuer } = badge;
  const day = (stamp: string) => <Day date={dayOf(new Date(stamp), timeZone)} />;
  const facts: [string, ReactNode][] = [
    ['Achievement', credentialSubject.achievement.name],
    ['Name', holder],
    ['Certificate no.', credentialSubject.licenseNumber],
    ['Issuer’s name', typeof issuer === 'string' ? undefined : issuer.name],
    ['Valid from', day(validFrom)],
    ['Valid until', validUntil ? day(validUntil) : 'N/A'],
  ];
  return (
    <div className="flex flex-col gap-6">
      {children}
      <Card className="p-6">
        <Facts facts={facts.filter(([, value]) => value !== undefined)} />
      </Card>
    </div>
  );
}
