import { letters } from '@fairlead/contract/letters';
import { notFound } from '../../errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { LetterKind } from '../../platform/mail/email-template.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLetterWords, mapLetterWords } from './email-template-queries.ts';
import { getAcademy } from './queries.ts';
import { demandKnownPlaceholders, resetLetter, saveLetter } from './save-email-template.ts';
import { academyValues, setLetter } from './send-email.ts';
import { toLetter } from './wire.ts';

/** Routes for the text of email templates; `kinds` are all templates of the program. */
export const letterRoutes = (platform: Platform, kinds: readonly LetterKind[]) => {
  const { db, config } = platform;
  const known = async () => academyValues(await getAcademy(db, config));
  const present = async (letter: LetterKind) => toLetter(letter, await findLetterWords(db, letter.key), await known());
  const kindOf = (key: string) => {
    const letter = kinds.find((kind) => kind.key === key);
    if (!letter) throw notFound('There is no such letter.');
    return letter;
  };

  return serve(letters, {
    list: async () => {
      const words = await mapLetterWords(db);
      const ofAcademy = await known();
      return { data: kinds.map((kind) => toLetter(kind, words.get(kind.key), ofAcademy)) };
    },
    preview: async ({ params, body }) => {
      const letter = kindOf(params.key);
      demandKnownPlaceholders(letter, body);
      const { samples: values, hasCode } = letter;
      const sample = { values, url: config.publicUrl, ...(hasCode && { code: '012345' }) };
      const { subject, text } = setLetter(await getAcademy(db, config), letter, body, sample);
      return { data: { subject, text } };
    },
    save: async ({ actor, params, body, address }) => {
      const letter = kindOf(params.key);
      await saveLetter(platform, { letter, words: body, actorId: actor.accountId, address });
      return { message: 'Letter saved.', data: await present(letter) };
    },
    reset: async ({ actor, params, address }) => {
      const letter = kindOf(params.key);
      await resetLetter(platform, { letter, actorId: actor.accountId, address });
      return { message: 'The letter has its own words again.', data: await present(letter) };
    },
  });
};
