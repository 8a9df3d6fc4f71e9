import { demoSeafarers } from './people.ts';
import type { DemoProfile, DemoSeafarer } from './person.ts';

/** A document in a wallet; days count from the day on which the demo is loaded. */
export type DemoDocument = {
  kind: string;
  title: string;
  number: string;
  issuer: string;
  country?: string;
  issuedDaysAgo: number;
  /** Undefined for a document that does not expire. */
  daysLeft?: number;
  /** What staff have decided; undefined while nobody has. */
  decision?: 'checked' | 'refused';
};

const checked = { decision: 'checked' } as const;

const full: DemoDocument[] = [
  {
    kind: 'MED',
    title: 'Medical certificate',
    number: 'MED-20417',
    issuer: 'Harbour Clinic, Kochi',
    issuedDaysAgo: 200,
    daysLeft: 500,
    ...checked,
  },
  {
    kind: 'YF',
    title: 'Yellow fever vaccination',
    number: 'YF 88120',
    issuer: 'Port Health Office, Kochi',
    issuedDaysAgo: 900,
    ...checked,
  },
  {
    kind: 'VISA',
    title: 'Visa',
    number: 'US 4471209',
    issuer: 'Consulate of the United States, Chennai',
    country: 'US',
    issuedDaysAgo: 700,
    daysLeft: 1100,
    ...checked,
  },
  {
    kind: 'CDC',
    title: 'Seaman’s book',
    number: 'P 771204',
    issuer: 'Panama Maritime Authority',
    country: 'PA',
    issuedDaysAgo: 400,
    daysLeft: 1400,
    ...checked,
  },
  {
    kind: 'SDSD',
    title: 'Designated security duties',
    number: 'SD-2024-118',
    issuer: 'Coastal Maritime Institute',
    issuedDaysAgo: 650,
    ...checked,
  },
];

/** A crew with gaps: what one has, another lacks, has lost its validity, or waits for a check. */
const wallets: DemoDocument[][] = [
  full,
  [
    {
      kind: 'MED',
      title: 'Medical certificate',
      number: 'MED-20511',
      issuer: 'Harbour Clinic, Kochi',
      issuedDaysAgo: 705,
      daysLeft: 20,
      ...checked,
    },
    {
      kind: 'YF',
      title: 'Yellow fever vaccination',
      number: 'YF 90312',
      issuer: 'Port Health Office, Mumbai',
      issuedDaysAgo: 300,
      ...checked,
    },
  ],
  [
    {
      kind: 'MED',
      title: 'Medical certificate',
      number: 'MED-19007',
      issuer: 'Seamen’s Hospital, Mumbai',
      issuedDaysAgo: 735,
      daysLeft: -12,
      ...checked,
    },
    {
      kind: 'VISA',
      title: 'Visa',
      number: 'US 5510027',
      issuer: 'Consulate of the United States, Mumbai',
      country: 'US',
      issuedDaysAgo: 1200,
      daysLeft: 600,
      decision: 'refused',
    },
  ],
  [
    {
      kind: 'MED',
      title: 'Medical certificate',
      number: 'MED-30112',
      issuer: 'Seamen’s Hospital, Mumbai',
      issuedDaysAgo: 40,
      daysLeft: 680,
    },
    {
      kind: 'PSCRB',
      title: 'Survival craft and rescue boats',
      number: 'PSC-5512',
      issuer: 'Coastal Maritime Institute',
      issuedDaysAgo: 1500,
      daysLeft: 75,
      ...checked,
    },
  ],
  [
    {
      kind: 'DAT',
      title: 'Drug and alcohol test',
      number: 'DAT 6190',
      issuer: 'Harbour Clinic, Kochi',
      issuedDaysAgo: 340,
      daysLeft: 25,
    },
  ],
];

type Owner = DemoSeafarer & { profile: DemoProfile };

const isOwner = (person: DemoSeafarer): person is Owner =>
  person.account === 'approved' && person.profile !== null && person.registeredDaysAgo >= walletDaysAgo + 5;

/** How many days ago the documents were added; staff decided on the next day. */
export const walletDaysAgo = 15;

/** The seafarers who have added documents, each with theirs. */
export const demoWallets: readonly { person: Owner; documents: readonly DemoDocument[] }[] = demoSeafarers
  .filter(isOwner)
  .slice(0, wallets.length)
  .map((person, n) => ({ person, documents: wallets[n] ?? [] }));
