import type { Brand } from '@fairlead/contract/academy/calls';
import type { MetaDescriptor } from 'react-router';

/** The academy as schema.org data; properties that the configuration leaves empty are omitted. */
export function organisationOf({ name, email, phone, city, publicUrl, ...brand }: Brand) {
  // pages have it from the server alone
  if (!import.meta.env.SSR) return {};
  const elsewhere = [brand.facebook, brand.instagram, brand.linkedin].filter(Boolean);
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

/**
 * A JSON-LD block for search engines, for a page's `meta`. Only the server renders it: search engines do not navigate
 * in the browser, and a script element created by React would need permission to write markup.
 */
export const structured = (thing: Record<string, unknown>): MetaDescriptor[] =>
  import.meta.env.SSR ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...thing } }] : [];

/** Removes the blocks that the server rendered, when their page is left. */
export function removeStructured(): void {
  for (const block of document.querySelectorAll('script[type="application/ld+json"]')) block.remove();
}
