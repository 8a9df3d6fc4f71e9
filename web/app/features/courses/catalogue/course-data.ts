import type { Brand } from '@fairlead/contract/academy/calls';
import { currency } from '@fairlead/contract/values/money';
import { organisationOf } from '../../../lib/pages/structured-data.ts';
import { paths } from '../../../lib/paths.ts';
import type { Course } from '../wire.ts';

/**
 * A course as schema.org data. Dates and mode are not part of a course here, so it has no CourseInstance; the duration
 * is included where the academy's text can be parsed.
 */
export function courseData(course: Omit<Course, 'rule'>, brand: Brand) {
  // pages have it from the server alone
  if (!import.meta.env.SSR) return {};
  const url = brand.publicUrl + paths.course(course.id);
  return {
    '@type': 'Course',
    '@id': url,
    url,
    name: course.title,
    description: course.description,
    inLanguage: 'en',
    provider: organisationOf(brand),
    teaches: course.subjects,
    about: course.category,
    offers: { '@type': 'Offer', price: course.price, priceCurrency: currency, category: 'Paid', url },
    ...(course.picture && { image: new URL(course.picture.url, `${brand.publicUrl}/`).href }),
    ...durationOf(course.duration),
  };
}

const units: Record<string, (count: number) => string> = {
  hour: (count) => `PT${count}H`,
  day: (count) => `P${count}D`,
  week: (count) => `P${count}W`,
  month: (count) => `P${count}M`,
};

/** '2 days' as an ISO 8601 duration; nothing for text that cannot be parsed. */
export function durationOf(words: string): { timeRequired?: string } {
  const [, count, unit] = /^\s*(\d{1,3})\s+(hour|day|week|month)s?\s*$/i.exec(words) ?? [];
  const written = units[unit?.toLowerCase() ?? ''];
  return count && written ? { timeRequired: written(Number(count)) } : {};
}
