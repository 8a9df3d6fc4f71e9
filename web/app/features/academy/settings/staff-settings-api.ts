import { letters } from '@fairlead/contract/letters';
import { outbox } from '@fairlead/contract/outbox';
import { type Retention, type SecondFactorRule, settings } from '@fairlead/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { useKeysetList } from '../../../lib/calls/keyset-list.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { withId } from '../../../lib/calls/with-id.ts';
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

export const saveSecondFactorRule = async (rule: SecondFactorRule) => {
  const said = keep(await call(settings.saveSecondFactor, { body: rule }));
  void queryClient.invalidateQueries({ queryKey: ['second-factor'] });
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
  return said;
};

/** Sends a test email to the requesting person; fails with the mail server's message. */
export const sendTestMail = async () => (await call(outbox.sendTestMail)).message;

export const useFailedJobs = () => useKeysetList(['failed jobs'], outbox.listFailed, ({ data }) => data.map(withId));

/** Schedules one failed job, or all, for another attempt. */
export const retryJob = async (id: string) => (await call(outbox.retry, { params: { id } })).message;
export const retryAllJobs = async () => (await call(outbox.retryAll)).message;

/** Also refreshes the counts of failed jobs. */
export const readJobsAnew = () => queryClient.invalidateQueries({ queryKey: ['failed jobs'] });

export const lettersQuery = queryOptions({
  queryKey: ['letters'],
  queryFn: async () => (await call(letters.list)).data,
});
export type Letter = Awaited<ReturnType<NonNullable<typeof lettersQuery.queryFn>>>[number];
type Words = Pick<Letter, 'subject' | 'text'>;

export const previewLetter = async (key: string, body: Words) =>
  (await call(letters.preview, { params: { key }, body })).data;

const keepLetter = ({ message, data }: { message: string; data: Letter }) => {
  queryClient.setQueryData(lettersQuery.queryKey, (all) => all?.map((one) => (one.key === data.key ? data : one)));
  return message;
};

export const saveLetter = async (key: string, body: Words) =>
  keepLetter(await call(letters.save, { params: { key }, body }));
export const resetLetter = async (key: string) => keepLetter(await call(letters.reset, { params: { key } }));
