import { useSuspenseQuery } from '@tanstack/react-query';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { FileImage } from '../../../ui/file-link.tsx';
import { refetchPeople } from '../../accounts/people/staff-api.ts';
import { AddNote, Notes } from '../../accounts/people/staff-notes.tsx';
import { EnrolInCourse } from '../../enrolments/staff-enrol-actions.tsx';
import { ProfileDocuments } from '../../seafarers/profile-documents.tsx';
import { contactFacts, identityFacts } from '../../seafarers/profile-facts.tsx';
import { AskForDocument, DocumentsAsked } from '../../seafarers/staff-ask-document.tsx';
import { Entered } from '../../seafarers/staff-entered-particulars.tsx';
import { ChangedIdentity } from '../../seafarers/staff-profile-detail.tsx';
import { ScanState } from '../../seafarers/staff-scan-state.tsx';
import { Warnings } from '../../seafarers/staff-warnings.tsx';
import type { Profile } from '../../seafarers/wire.ts';
import { StaffWallet } from '../../wallet/staff-wallet.tsx';
import type { Route } from './+types/staff-person-page.ts';
import { AccountActions, AccountBadge, AccountFacts, By, DestructiveActions } from './staff-person-account.tsx';
import { personQuery } from './staff-person-api.ts';
import { History } from './staff-person-history.tsx';
import { Attempts, Certificates, Enrolments } from './staff-person-learning.tsx';
import { Section } from './staff-person-section.tsx';
import type { StaffPerson } from './staff-person-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Person', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(personQuery(params.id));
};

/** Everything about one person, for staff who answer their call. */
export default function StaffPersonPage({ params }: Route.ComponentProps) {
  const { data: person } = useSuspenseQuery(personQuery(params.id));
  const { account, profile, entered, enrolments, attempts, certificates, notes, history } = person;
  const name = profile?.name ?? `${account.firstName} ${account.lastName}`.trim();
  const mayEnrol = account.role === 'learner' && (account.state === 'approved' || account.state === 'invited');
  return (
    <>
      <Head person={person} name={name} />
      <div className="grid items-start gap-6 2xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <Section title="Account">
            <AccountFacts account={account} />
          </Section>
          <Section
            title="Notes"
            action={account.state !== 'erased' && <AddNote personId={account.id} />}
            empty={notes.length === 0 && 'No notes yet.'}
          >
            <Notes personId={account.id} notes={notes} />
          </Section>
          <Section
            title="Profile"
            action={
              profile && (
                <AskForDocument
                  profile={profile}
                  describedBy={`profile-${account.id}`}
                  onDone={refetchPeople}
                  onRefused={refetchPeople}
                  size="small"
                />
              )
            }
            empty={!profile && !entered && 'No profile has been filled in yet.'}
          >
            {!profile && entered && <Entered particulars={entered} />}
            {profile && <ProfileBesideDocuments {...person} profile={profile} />}
          </Section>
          {account.role === 'learner' && account.state !== 'erased' && (
            <Section title="Documents">
              <StaffWallet personId={account.id} />
            </Section>
          )}
          <Section
            title="Enrollments"
            action={mayEnrol && <EnrolInCourse id={account.id} name={name} />}
            empty={enrolments.length === 0 && 'No course has been requested yet.'}
          >
            <Enrolments enrolments={enrolments} name={name} />
          </Section>
          {attempts && (
            <Section title="Tests" empty={attempts.length === 0 && 'No test has been started yet.'}>
              <Attempts attempts={attempts} />
            </Section>
          )}
          <Section title="Certificates" empty={certificates.length === 0 && 'No certificate has been earned yet.'}>
            <Certificates certificates={certificates} />
          </Section>
        </div>
        <Section title="History" empty={history.length === 0 && 'No entries yet.'}>
          <History events={history} name={name} />
        </Section>
      </div>
      <div className="mt-6">
        <DestructiveActions account={account} name={name} />
      </div>
    </>
  );
}

function Head({ person: { account, profile }, name }: { person: StaffPerson; name: string }) {
  const mayJudge = useMay('fitness:read');
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
        {profile && (
          <FileImage
            url={profile.profilePicture.url}
            alt=""
            className="size-20 shrink-0 rounded-full border border-line bg-sunken object-cover"
          />
        )}
        <div className="min-w-0">
          <h1 id={`person-${account.id}`} className="text-3xl wrap-anywhere">
            <span id={`profile-${account.id}`}>{name}</span>
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">
            <AccountBadge state={account.state} />
            {account.state !== 'erased' && <EmailText email={account.email} />}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        {mayJudge && account.role === 'learner' && account.state !== 'erased' && (
          <LinkButton to={staffPaths.fitPerson(account.id)} tone="plain">
            Fit to join?
          </LinkButton>
        )}
        <AccountActions account={account} name={name} />
      </div>
    </div>
  );
}

type ProfileProps = Pick<StaffPerson, 'warnings' | 'identityCheck'> & { profile: Profile };

/** The identity documents next to the data that they prove. */
function ProfileBesideDocuments({ profile, warnings, identityCheck: check }: ProfileProps) {
  return (
    <div className="flex flex-col gap-6">
      {profile.identityChanged && <ChangedIdentity profile={profile} />}
      <Warnings warnings={warnings} />
      <DocumentsAsked profile={profile} after={refetchPeople} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <Facts facts={identityFacts(profile)} className="grid-cols-2" />
        <div className="flex flex-col gap-3">
          <ProfileDocuments profile={profile} />
          <ScanState profile={profile} />
          <p className="text-sm text-soft">
            {check ? (
              <>
                Documents last checked <By at={check.at} by={check.by} />
              </>
            ) : (
              'Nobody has checked the documents yet.'
            )}
          </p>
        </div>
      </div>
      <div className="border-t border-line pt-5">
        <h3 className="mb-3 text-base">Contact</h3>
        <Facts facts={contactFacts(profile)} className="lg:grid-cols-3" />
      </div>
    </div>
  );
}
