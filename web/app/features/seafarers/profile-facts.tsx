import type { ReactNode } from 'react';
import { Day } from '../../lib/site.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Profile } from './wire.ts';

type Fact = readonly [string, ReactNode];

/** The identity data of a profile. */
export const identityFacts = (profile: Profile): Fact[] => [
  ['Name', profile.name],
  ...(profile.ownScriptName ? [['Name in own script', <bdi key="own">{profile.ownScriptName}</bdi>] as const] : []),
  ['Date of birth', <Day key="born" date={profile.birthDate} />],
  ['Passport number', profile.passportNumber],
  ['Passport expiry', <Day key="passport" date={profile.passportExpiresOn} />],
  ['CDC number', profile.cdcNumber],
  ['CDC expiry', <Day key="cdc" date={profile.cdcExpiresOn} />],
  ['INDOS number', profile.indosNumber],
  ['Grade number', profile.gradeNumber],
  ['ID type', profile.idType],
];

/** The contact data of a profile. */
export const contactFacts = (profile: Profile): Fact[] => [
  ['Email', <EmailText key="email" email={profile.email} />],
  ['Phone', profile.phone],
  ['Street address', profile.streetAddress],
  ['City', profile.city],
  ['State', profile.state],
  ['Country', profile.country],
  ['Zip code', profile.postalCode],
];

/** The data of a profile, in groups. */
export function ProfileFacts({ profile }: { profile: Profile }) {
  return (
    <div className="flex flex-col gap-8">
      <Group title="Identity" facts={identityFacts(profile)} />
      <Group title="Contact" facts={contactFacts(profile)} />
    </div>
  );
}

function Group({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section>
      <h3 className="mb-3 text-base">{title}</h3>
      <Facts facts={facts} className="sm:grid-cols-2 xl:grid-cols-3" />
    </section>
  );
}
