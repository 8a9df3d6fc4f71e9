import type { Brand } from '@fairlead/contract/academy';
import type { MetaDescriptor } from 'react-router';

/** The academy, in the words of schema.org; nothing that the configuration leaves empty. */
export function organisationOf({ name, email, phone, city, publicUrl, ...brand }: Brand) {
  const elsewhere = [brand.facebook, brand.instagram, brand.linkedin].filter(isAccount);
  return {
    '@type': 'EducationalOrganization',
    name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/favicon.svg`,
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(city && { address: { '@type': 'PostalAddress', addressLocality: city } }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
  };
}

/** The front door of a network is nobody's account there. */
const isAccount = (url: string) => URL.canParse(url) && new URL(url).pathname !== '/';

/**
 * A block of data for search engines, for a page's `meta`. The server writes it, and no browser does: whoever comes to a
 * page from another one is no search engine, and a script element that React makes needs a right to write markup.
 */
export function structured(thing: Record<string, unknown>): MetaDescriptor[] {
  const block = { '@context': 'https://schema.org', ...thing };
  return import.meta.env.SSR || isOnPage(block) ? [{ 'script:ld+json': block }] : [];
}

/** Whether the page came with the block: it is to stay where it is when the page comes to life. */
function isOnPage(block: object): boolean {
  const written = [...document.querySelectorAll('script[type="application/ld+json"]')];
  return written.some(
    ({ textContent }) => textContent && JSON.stringify(JSON.parse(textContent)) === JSON.stringify(block),
  );
}
