import { prefixes } from '@fairlead/contract/accounts/calls';
import { QualificationInput, StaffInvitation, staffRoles } from '@fairlead/contract/accounts/staff-members';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { preload, queryClient } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { Day, Moment } from '../../../lib/site.tsx';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { NameFields, namesIn } from '../name-fields.tsx';
import { Disable, Enable } from '../people/staff-account-actions.tsx';
import { refetchPeople } from '../people/staff-api.ts';
import { roleNames } from '../role-names.ts';
import type { Route } from './+types/staff-members-page.ts';
import {
  addQualification,
  changeRole,
  inviteStaff,
  refetchStaff,
  removeQualification,
  type StaffMember,
  staffQuery,
} from './staff-members-api.ts';
import { removeSignOn, staffSignOnQuery } from './staff-sign-on-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Staff', page);

export const clientLoader = async () => {
  // the list does not wait for it, and works without it
  void queryClient.prefetchQuery(staffSignOnQuery);
  await preload(staffQuery);
};

const roleOptions = staffRoles.map((value) => ({ value, label: roleNames[value] }));
const roleHint =
  'Registrars manage users, enrollments and certificates. Instructors manage their assigned courses, with videos, tests and results. Administrators can do everything.';

/** The list of staff with their roles. */
export default function StaffMembersPage() {
  const { data: members } = useSuspenseQuery(staffQuery);
  const { data: signOn } = useQuery(staffSignOnQuery);
  const own = useSession()?.user?._id;
  return (
    <>
      <PageHeader title="Staff" actions={<Invite />}>
        Staff accounts and their roles.
      </PageHeader>
      <ul className="flex flex-col gap-3">
        {members.map((member) => (
          <li key={member.id}>
            <Member
              member={member}
              isOwn={member.id === own}
              provider={signOn?.accounts.has(member.id) ? signOn.name : undefined}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type MemberProps = {
  member: StaffMember;
  isOwn: boolean;
  /** The identity provider that also logs in to the account. */
  provider: string | undefined;
};

function Member({ member, isOwn, provider }: MemberProps) {
  const { id, name, email, role, disabled, lastSeenAt } = member;
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 id={`person-${id}`} className="text-base wrap-anywhere">
          {name}
          {isOwn && <span className="font-normal text-soft"> (you)</span>}
        </h2>
        <p className="text-soft">
          <EmailText email={email} />
        </p>
        <p className="text-sm text-soft">
          {lastSeenAt ? (
            <>
              Last seen <Moment at={lastSeenAt} />
            </>
          ) : (
            'Has not logged in lately'
          )}
        </p>
        {!disabled && <SecondFactor member={member} />}
        <Qualifications member={member} />
        {provider && <p className="text-sm text-soft">Logs in with {provider}</p>}
      </div>
      <Badge tone={disabled ? 'bad' : 'plain'}>
        {roleNames[role]}
        {disabled && ', disabled'}
      </Badge>
      <div className="flex flex-wrap gap-3">
        {!disabled && <AddQualification member={member} />}
        {!isOwn && disabled && <Enable person={member} />}
        {!isOwn && !disabled && (
          <>
            <ChangeRole member={member} />
            <RowMenu name={name}>
              {provider && <RemoveSignOn member={member} provider={provider} />}
              <Disable person={member} />
            </RowMenu>
          </>
        )}
      </div>
    </Card>
  );
}

function SecondFactor({ member: { hasSecondFactor, secondFactorDue } }: { member: StaffMember }) {
  if (hasSecondFactor) return <p className="text-sm text-soft">Has a second factor</p>;
  return (
    <p className="text-sm text-warn">
      No second factor
      {secondFactorDue && (
        <>
          , due <Moment at={secondFactorDue} />
        </>
      )}
    </p>
  );
}

/** What qualifies a colleague, for inspectors of the administration. */
function Qualifications({ member: { qualifications } }: { member: StaffMember }) {
  if (qualifications.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-1 text-sm" aria-label="Qualifications">
      {qualifications.map(({ id, title, issuer, number, validUntil, isOver }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3">
          <span id={`qualification-${id}`} className="wrap-anywhere">
            {title}, {issuer}
            {number && `, no. ${number}`}
            {validUntil && (
              <span className={isOver ? 'text-bad' : 'text-soft'}>
                {isOver ? ', expired ' : ', valid until '}
                <Day date={validUntil} />
              </span>
            )}
          </span>
          <ConfirmAction
            label="Remove"
            size="small"
            tone="danger"
            describedBy={`qualification-${id}`}
            title="Remove Qualification"
            text={
              <p>
                Remove <strong>{title}</strong>? Inspection packs no longer show it.
              </p>
            }
            confirm="Yes, Remove"
            act={() => removeQualification(id)}
            after={refetchStaff}
            failure="Failed to remove the qualification."
          />
        </li>
      ))}
    </ul>
  );
}

function AddQualification({ member: { id, name } }: { member: StaffMember }) {
  const inputOf = (form: FormData): QualificationInput => ({
    title: textOf(form, 'title'),
    issuer: textOf(form, 'issuer'),
    number: textOf(form, 'number'),
    validUntil: textOf(form, 'validUntil') || null,
  });
  return (
    <FormAction
      label="Add qualification"
      describedBy={`person-${id}`}
      title="Add Qualification"
      text={
        <p className="text-soft">
          What qualifies <strong className="text-ink">{name}</strong> to teach or assess. Inspection packs show it.
        </p>
      }
      check={(form) => fieldErrors(QualificationInput, inputOf(form))}
      confirm="Add"
      act={(form) => addQualification(id, inputOf(form))}
      after={refetchStaff}
      failure="Failed to add the qualification."
    >
      <TextField label="Qualification" name="title" hint="Such as Master, or Training of trainers (TOTA)" required />
      <TextField label="Issued by" name="issuer" required />
      <TextField label="Number" name="number" hint="Optional" />
      <DateField label="Valid until" name="validUntil" hint="Leave blank if it has no end." />
    </FormAction>
  );
}

function ChangeRole({ member: { id, name, role } }: { member: StaffMember }) {
  const chosen = (form: FormData) => ({ role: textOf(form, 'role') as StaffMember['role'] });
  return (
    <FormAction
      label="Change role"
      describedBy={`person-${id}`}
      title="Change Role"
      text={
        <p>
          <strong>{name}</strong> is logged out at once, notified by email, and has the new role at the next login.
        </p>
      }
      check={() => ({})}
      confirm="Yes, Change"
      act={(form) => changeRole(id, chosen(form).role)}
      after={refetchStaff}
      failure="Failed to change the role."
    >
      <SelectField label="Role" name="role" options={roleOptions} defaultValue={role} hint={roleHint} />
    </FormAction>
  );
}

function RemoveSignOn({ member: { id, name }, provider }: { member: StaffMember; provider: string }) {
  return (
    <ConfirmAction
      label={`Remove login with ${provider}`}
      tone="danger"
      describedBy={`person-${id}`}
      title={`Remove login with ${provider}`}
      text={
        <>
          <p>
            <strong>{name}</strong> is logged out everywhere at once, and notified by email.
          </p>
          <p>
            Do this for a colleague who has a new account there: the next login with the same email address opens this
            account again. To keep somebody out, disable the account.
          </p>
        </>
      }
      confirm="Yes, Remove"
      act={() => removeSignOn(id)}
      after={refetchPeople}
      failure="Failed to remove the login."
    />
  );
}

function Invite() {
  const invitationOf = (form: FormData) => ({
    tittle: textOf(form, 'tittle'),
    ...namesIn(form),
    email: textOf(form, 'email'),
    role: textOf(form, 'role'),
  });
  return (
    <FormAction
      label="Invite"
      tone="signal"
      title="Invite a Colleague"
      text={<p>They get an email with a link to choose a password.</p>}
      check={(form) => fieldErrors(StaffInvitation, invitationOf(form))}
      confirm="Send Invitation"
      act={(form) => inviteStaff(invitationOf(form) as StaffInvitation)}
      after={refetchStaff}
      failure="Failed to send the invitation."
    >
      <SelectField label="Prefix" name="tittle" options={prefixes} />
      <NameFields />
      <TextField label="Email" name="email" type="email" required />
      <SelectField label="Role" name="role" options={roleOptions} hint={roleHint} />
    </FormAction>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Staff" failure="Failed to load the staff." error={error} />;
}
