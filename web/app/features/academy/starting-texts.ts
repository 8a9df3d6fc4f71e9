import type { PublicTexts } from '@fairlead/contract/academy/public-texts';

/** The texts with which the public pages begin, until staff write their own. */
export const startingTexts: Pick<PublicTexts, 'home' | 'about'> = {
  home: 'The preferred learning and training management platform for marines. Learn and earn your certificates in port or at sea.',
  about: [
    'We train people who work at sea: ratings, officers and engineers, before they sign on, between two contracts, and on board. Our instructors have worked at sea and teach from experience.',
    'In an online course you watch videos in order, at your own pace, and take a test at the end. Other courses are held in the classroom. We save what you have watched, so you lose nothing when the connection fails or you change your phone.',
    'Everyone who passes gets a certificate with a number. Ship owners, managers and port officers can verify it on this site at any time, without asking us.',
  ].join('\n\n'),
};
