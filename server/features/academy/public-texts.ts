import type { PublicTexts } from '@fairlead/contract/academy/public-texts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Queryable, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSettings } from './queries.ts';
import { lockSettings, ofAcademy } from './save-settings.ts';

/** The texts of the public pages that staff have written; empty where they have written none. */
export async function getPublicTexts(db: Queryable): Promise<PublicTexts> {
  const set = await findSettings(db);
  return {
    home: set?.homeText ?? '',
    about: set?.aboutText ?? '',
    news: (set?.news ?? []) as PublicTexts['news'],
  };
}

/** Saves the texts of the public pages; news stand in the order of their days, the latest first. */
export async function savePublicTexts(
  { db, changes }: Platform,
  { texts, actorId, ip }: { texts: PublicTexts; actorId: string; ip: string },
): Promise<void> {
  const { home, about } = texts;
  const news = texts.news.toSorted((one, other) => other.day.localeCompare(one.day));
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const from = await getPublicTexts(tx);
    const to = { home, about, news };
    const set = { homeText: home || null, aboutText: about || null, news: JSON.stringify(news) };
    await tx.updateTable('academySettings').set(set).execute();
    await appendAudit(tx, { actorId, action: 'settings.texts', subject: ofAcademy, details: { from, to }, ip });
    await changes.record(tx, 'public-pages');
  });
}
