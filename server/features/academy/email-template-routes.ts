import { emailTemplates } from '@fairlead/contract/academy/email-templates';
import { notFound } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { withLogoFrom } from '../../platform/mail/compose.ts';
import type { DeclaredTemplate } from '../../platform/mail/email-template.ts';
import type { Platform } from '../../platform/platform.ts';
import { findEmailText, mapEmailTexts } from './email-template-queries.ts';
import { mailLogo } from './mail-logo.ts';
import { getAcademy } from './queries.ts';
import { requireKnownPlaceholders, resetEmailTemplate, saveEmailTemplate } from './save-email-template.ts';
import { academyValues, renderEmailText } from './send-email.ts';
import { toEmailTemplate } from './wire.ts';

/** Routes for the text of email templates; `kinds` are all templates of the program. */
export const emailTemplateRoutes = (platform: Platform, kinds: readonly DeclaredTemplate[]) => {
  const { db, config, files } = platform;
  const logoOf = mailLogo(files);
  const known = async () => academyValues(await getAcademy(db, config));
  const present = async (template: DeclaredTemplate) =>
    toEmailTemplate(template, await findEmailText(db, template.key), await known());
  const kindOf = (key: string) => {
    const template = kinds.find((kind) => kind.key === key);
    if (!template) throw notFound('There is no such email template.');
    return template;
  };

  return serve(emailTemplates, {
    list: async () => {
      const words = await mapEmailTexts(db);
      const ofAcademy = await known();
      return { data: kinds.map((kind) => toEmailTemplate(kind, words.get(kind.key), ofAcademy)) };
    },
    preview: async ({ params, body }) => {
      const template = kindOf(params.key);
      requireKnownPlaceholders(template, body);
      const { samples: values, hasCode } = template;
      const sample = { values, url: config.publicUrl, ...(hasCode && { code: '012345' }) };
      const academy = await getAcademy(db, config);
      const { subject, text, html } = renderEmailText(academy, template, body, sample);
      const logo = academy.logo ? await logoOf(academy.logo) : undefined;
      const url = `data:image/png;base64,${logo?.png.toString('base64')}`;
      return { data: { subject, text, html: logo ? withLogoFrom(html, url, logo) : html } };
    },
    save: async ({ actor, params, body, ip }) => {
      const template = kindOf(params.key);
      await saveEmailTemplate(platform, { template, words: body, actorId: actor.accountId, ip });
      return { message: 'Email template saved.', data: await present(template) };
    },
    reset: async ({ actor, params, ip }) => {
      const template = kindOf(params.key);
      await resetEmailTemplate(platform, { template, actorId: actor.accountId, ip });
      return { message: 'Email template reset.', data: await present(template) };
    },
  });
};
