import { emailTemplates } from '@fairlead/contract/academy/email-templates';
import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import type { MailServerInput } from '@fairlead/contract/academy/mail-server';
import { outbox } from '@fairlead/contract/academy/outbox';
import { type Retention, type SecondFactorRule, settings } from '@fairlead/contract/academy/settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { markBrandChanged } from '../../../lib/pages/brand-change.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async () => (await call(settings.get)).data,
});

type Saved = Awaited<ReturnType<typeof call<typeof settings.saveRetention>>>;

/** Stores the saved settings from the reply in the cache; returns the server's message. */
function keep({ message, data }: Saved): string {
  queryClient.setQueryData(settingsQuery.queryKey, data);
  return message;
}

/** The form's fields have the names of the API. */
export async function saveBrand(form: FormData): Promise<string> {
  const saved = await call(settings.saveBrand, { form });
  markBrandChanged();
  return keep(saved);
}

export const saveCertificates = async (form: FormData) => keep(await call(settings.saveCertificates, { form }));

export const saveRetention = async (retention: Retention) =>
  keep(await call(settings.saveRetention, { body: retention }));

export const saveDigestHour = async (hour: number) => keep(await call(settings.saveDigest, { body: { hour } }));

export const saveAttendanceRule = async (mostAbsentPercent: number) =>
  keep(await call(settings.saveAttendance, { body: { mostAbsentPercent } }));

/** The menu shows the pages of fees while they are on, so it reads again whether they are. */
export const saveFees = async (fees: FeeSettings) => {
  const said = keep(await call(settings.saveFees, { body: fees }));
  for (const key of ['overview', 'fees']) void queryClient.invalidateQueries({ queryKey: [key] });
  return said;
};

export const saveSecondFactorRule = async (rule: SecondFactorRule) => {
  const said = keep(await call(settings.saveSecondFactor, { body: rule }));
  void queryClient.invalidateQueries({ queryKey: ['second-factor'] });
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
  return said;
};

/** Registration and Overview say whether anybody gets an email, so they are read again. */
const keepMail = (saved: Saved): string => {
  markBrandChanged();
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
  return keep(saved);
};
export const saveMailServer = async (body: MailServerInput) => keepMail(await call(settings.saveMailServer, { body }));
export const removeMailServer = async () => keepMail(await call(settings.removeMailServer));

/** Sends a test email to the requesting person; fails with the mail server's message. */
export const sendTestMail = async () => (await call(outbox.sendTestMail)).message;

/** Schedules one failed job, or all, for another attempt. */
export const retryJob = async (id: string) => (await call(outbox.retry, { params: { id } })).message;
export const retryAllJobs = async () => (await call(outbox.retryAll)).message;

/** Also refreshes the counts of failed jobs. */
export const refetchJobs = () => {
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
  return queryClient.invalidateQueries({ queryKey: ['failed jobs'] });
};

export const emailTemplatesQuery = queryOptions({
  queryKey: ['letters'],
  queryFn: async () => (await call(emailTemplates.list)).data,
});
export type EmailTemplate = Awaited<ReturnType<NonNullable<typeof emailTemplatesQuery.queryFn>>>[number];
type Words = Pick<EmailTemplate, 'subject' | 'text'>;

export const previewEmailTemplate = async (key: string, body: Words) =>
  (await call(emailTemplates.preview, { params: { key }, body })).data;

const keepEmailTemplate = ({ message, data }: { message: string; data: EmailTemplate }) => {
  queryClient.setQueryData(emailTemplatesQuery.queryKey, (all) =>
    all?.map((one) => (one.key === data.key ? data : one)),
  );
  return message;
};

export const saveEmailTemplate = async (key: string, body: Words) =>
  keepEmailTemplate(await call(emailTemplates.save, { params: { key }, body }));
export const resetEmailTemplate = async (key: string) =>
  keepEmailTemplate(await call(emailTemplates.reset, { params: { key } }));
