import type { Badge } from '@fairlead/contract/certificates/open-badges/badge';
import type { ReactNode } from 'react';
import { useBrand } from '../../../lib/brand.ts';
import { dayOf } from '../../../lib/format/dates.ts';
import { Day } from '../../../lib/site.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { State } from '../../../ui/feedback/alert.tsx';
import { Card } from '../../../ui/layout.tsx';
import { DisputedAnswer, RegisteredAnswer } from '../registered-answer.tsx';
import { Forged, KeysSeen, Unprepared, Verdict } from '../verdict.tsx';
import { ZonedMoment } from '../zoned-moment.tsx';
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
          <p>Its content is not what was signed. Do not accept it.</p>
        </Verdict>
      );
    case 'forged':
      return <Forged subject="badge" source={onDevice} deniedBy={answer.deniedBy} />;
    case 'unknown-key':
      return (
        <Verdict tone="bad" title="Signed by an unknown key" source={<KeysSeen at={answer.seen} />}>
          <p>
            It names {name} as its issuer, but is not signed with any key that this device knows. Check again with
            internet. If the answer is the same, do not accept the badge.
          </p>
        </Verdict>
      );
    case 'unprepared':
      return <Unprepared subject="badge" />;
    case 'malformed':
      return (
        <Verdict tone="bad" title="This is not a valid badge" source={onDevice}>
          <p>It does not follow the rules of Open Badges 3.0, so nobody can tell who signed it.</p>
          <p className="text-sm wrap-anywhere">Fault: {answer.why}</p>
        </Verdict>
      );
    case 'unsupported':
      return (
        <Verdict tone="warn" title="This kind of badge cannot be checked here" source="Nothing was checked.">
          <p>It is not an Open Badges 3.0 badge, or is signed in a way that this page cannot check. Ask its issuer.</p>
        </Verdict>
      );
    case 'none':
    case 'unreadable':
      return (
        <Verdict tone="warn" title="This file contains no digital badge" source="Nothing was checked.">
          <p>A photo or a copy of the picture does not contain the badge. Ask the holder for the downloaded file.</p>
        </Verdict>
      );
  }
}

const signedStates: Record<BadgeState, { tone: State; title: string; text: string }> = {
  valid: { tone: 'good', title: 'This badge is genuine', text: 'The academy has signed what is shown below.' },
  unsure: {
    tone: 'warn',
    title: 'This badge was genuine when it was signed',
    text: 'This device cannot check now whether the certificate was revoked. Check again with internet.',
  },
  early: { tone: 'warn', title: 'This badge is not valid yet', text: 'It is valid from a later date.' },
  expired: { tone: 'warn', title: 'This badge has expired', text: 'It was genuine. It is no longer valid.' },
  withdrawn: { tone: 'bad', title: 'This badge was revoked', text: 'Its certificate was revoked or replaced.' },
};

function SignedBadge({ badge, holder, state, seen }: Extract<CheckedBadge, { verdict: 'signed' }>) {
  const { tone, title, text } = signedStates[state];
  const source = (
    <>
      Signature checked offline, by the academy’s keys of <ZonedMoment at={seen} />.
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
  unsure: 'This page cannot check whether it was revoked: it loads nothing from other websites.',
  early: 'It is not valid yet.',
  expired: 'It has expired.',
  withdrawn: 'It was revoked.',
};

function ForeignBadge({ badge, holder, issuer, keySource, state }: Extract<CheckedBadge, { verdict: 'foreign' }>) {
  const { name } = useBrand();
  const who = <span className="font-mono text-sm wrap-anywhere">{issuer}</span>;
  const isChecked = keySource !== 'elsewhere';
  return (
    <Stated badge={badge} holder={holder}>
      <Verdict
        tone="warn"
        title={isChecked ? 'Signed by an issuer that this academy does not know' : 'Its signature could not be checked'}
        source={isChecked ? onDevice : 'Only its form was checked, on this device.'}
      >
        <p>
          It is not a certificate of {name}. It names {who} as its issuer.
        </p>
        <p>{keyWords[keySource]}</p>
        {foreignStates[state] && <p>{foreignStates[state]}</p>}
      </Verdict>
    </Stated>
  );
}

const keyWords = {
  issuers: 'It has not changed since it was signed. Ask the issuer to confirm that the key is theirs.',
  named:
    'It has not changed since it was signed with the key that it names. This page cannot tell whether that key belongs to the issuer.',
  elsewhere: 'The issuer publishes its key on another website, and this page loads nothing from other websites.',
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
