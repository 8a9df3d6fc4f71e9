/** The width in pixels of a course's cover on a card: twice that of the card on a phone. */
export const cardCoverWidth = 720;

/** The URL of a cover at the width of a card, from that of the whole cover (platform/file-routes/card-covers.ts). */
export const cardCoverUrl = (url: string): string => `${url}?width=${cardCoverWidth}`;
