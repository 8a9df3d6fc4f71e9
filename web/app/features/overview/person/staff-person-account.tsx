import { doubtAboutMobile } from '@fairlead/contract/values/phone-numbers';
import { Day, Moment } from '../../../lib/site.tsx';
import { useMay } from '../../../shell/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Doubted } from '../../../ui/doubted.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Approve, Disable, Enable, Refuse, ResetSecondFactor } from '../../accounts/people/staff-account-actions.tsx';
import { InviteAgain } from '../../accounts/people/staff-invite-again.tsx';
import { InvitedSince } from '../../accounts/people/staff-invited-since.tsx';
import { SendMessage } from '../../accounts/people/staff-notes.tsx';
import { roleNames } from '../../accounts/role-names.ts';
import { Erase, TakeCopy } from '../../personal-data/staff-person-data.tsx';
import { CorrectName } from '../../seafarers/staff-correct-name.tsx';
import { Section } from './staff-person-section.tsx';
import type { PersonAccount } from './staff-person-wire.ts';

const states = {
  unverified: { text: 'Email not verified', tone: 'plain' },
  invited: { text: 'Invited', tone: 'warn' },
  waiting: { text: 'Waiting for approval', tone: 'warn' },
  refused: { text: 'Rejected', tone: 'bad' },
  approved: { text: 'Approved', tone: 'good' },
  disabled: { text: 'Disabled', tone: 'bad' },
  erased: { text: 'Erased', tone: 'plain' },
} as const;

export function AccountBadge({ state }: Pick<PersonAccount, 'state'>) {
  const { text, tone } = states[state];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The data of the account itself. */
export function AccountFacts({ account }: { account: PersonAccount }) {
  const {
    approvedAt,
    approvedBy,
    disabledAt,
    emailVerifiedAt,
    erasesOn,
    refusalReason,
    secondFactorSince,
    invitation,
  } = account;
  return (
    <Facts
      className="sm:grid-cols-2 lg:grid-cols-3"
      facts={[
        ['Registered name', `${account.firstName} ${account.lastName}`.trim()],
        ['Mobile', <Doubted key="mobile" value={account.mobile} doubt={doubtAboutMobile(account)} />],
        ['Role', roleNames[account.role]],
        ['Registered', <Moment key="registered" at={account.registeredAt} />],
        ['Email verified', emailVerifiedAt ? <Moment key="verified" at={emailVerifiedAt} /> : 'Not yet'],
        ['Approved', approvedAt ? <By key="approved" at={approvedAt} by={approvedBy} /> : 'Not yet'],
        ...(invitation ? [['Invitation', <InvitedSince key="invited" invitation={invitation} />] as const] : []),
        ...(disabledAt ? [['Disabled', <Moment key="disabled" at={disabledAt} />] as const] : []),
        ...(erasesOn ? [['Unused: will be erased on', <Day key="erased" date={erasesOn} />] as const] : []),
        ...(secondFactorSince
          ? [['Second factor since', <Moment key="factor" at={secondFactorSince} />] as const]
          : []),
        ...(refusalReason ? [['Rejected because', refusalReason] as const] : []),
      ]}
    />
  );
}

export function By({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <Moment at={at} />
      {by && ` by ${by}`}
    </>
  );
}

type ActionsProps = { account: PersonAccount; name: string };

/** What is done every day with an account in its state, for people with the permission. */
export function AccountActions({ account, name }: ActionsProps) {
  const { id, email, role, state, firstName, lastName } = account;
  const person = { id, name, email };
  const mayExport = useMay('people:export');
  const mayDecide = useMay('people:approve');
  if (state === 'erased' || !mayDecide) return null;
  return (
    <>
      {state === 'invited' && role === 'learner' && <InviteAgain person={person} />}
      {state === 'waiting' && <Approve person={person} />}
      {state === 'waiting' && <Refuse person={person} />}
      {state === 'disabled' && <Enable person={person} />}
      {state !== 'unverified' && state !== 'invited' && <SendMessage personId={id} email={email} />}
      <CorrectName id={id} firstName={firstName} lastName={lastName} nameSeen={name} />
      {mayExport && <TakeCopy id={id} />}
    </>
  );
}

/** The destructive actions on an account, apart from the others; nothing where none is possible. */
export function DestructiveActions({ account, name }: ActionsProps) {
  const { id, email, role, state, secondFactorSince } = account;
  const person = { id, name, email };
  const mayReset = useMay('staff:manage') && secondFactorSince !== null;
  const mayErase = useMay('people:erase') && role === 'learner';
  const mayDisable = useMay('people:approve') && state === 'approved';
  if (state === 'erased' || !(mayReset || mayErase || mayDisable)) return null;
  return (
    <Section title="Close the account">
      <div className="flex flex-wrap gap-3">
        {mayReset && <ResetSecondFactor person={person} />}
        {mayDisable && <Disable person={person} />}
        {mayErase && <Erase person={person} />}
      </div>
    </Section>
  );
}
