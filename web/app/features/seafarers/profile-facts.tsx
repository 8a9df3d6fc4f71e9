import type { ReactNode } from 'react';
import { Day } from '../../lib/site.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ExpiryDay, StoredNumber } from './marks.tsx';
import type { Profile } from './wire.ts';

type Fact = readonly [string, ReactNode];

/** The numbers by which a seafarer is known, each with what is doubtful about it. */
export const passportNumberOf = ({ passportNumber, country }: Profile) => (
  <StoredNumber which="passportNumber" number={passportNumber} country={country} />
);
export const cdcNumberOf = ({ cdcNumber, country }: Profile) => (
  <StoredNumber which="CDCnumber" number={cdcNumber} country={country} />
);
export const indosNumberOf = ({ indosNumber, country }: Profile) => (
  <StoredNumber which="indosNo" number={indosNumber} country={country} />
);

/** The identity data of a profile. */
export const identityFacts = (profile: Profile): Fact[] => [
  ['Name', profile.name],
  ...(profile.ownScriptName ? [['Name in own script', <bdi key="own">{profile.ownScriptName}</bdi>] as const] : []),
  ['Date of birth', <Day key="born" date={profile.birthDate} />],
  ['Passport number', passportNumberOf(profile)],
  ['Passport expiry', <ExpiryDay key="passport" day={profile.passportExpiresOn} />],
  ['CDC number', cdcNumberOf(profile)],
  ['CDC expiry', <ExpiryDay key="cdc" day={profile.cdcExpiresOn} />],
  ['INDoS number', indosNumberOf(profile)],
  ['Grade number', <StoredNumber key="grade" which="gradenumber" number={profile.gradeNumber} country="" />],
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
  ['PIN code', profile.postalCode],
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
