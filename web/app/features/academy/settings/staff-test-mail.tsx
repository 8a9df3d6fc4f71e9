import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { sendTestMail, settingsQuery } from './staff-settings-api.ts';

/** How emails leave, and a button for a test email, which answers with what the mail server says. */
export function TestMail() {
  const { delivery, from } = useSuspenseQuery(settingsQuery).data.mail;
  async function send() {
    toast(await sendTestMail());
    // the first step 'Email' is done by it
    void queryClient.invalidateQueries({ queryKey: ['overview'] });
  }
  return (
    <>
      <p className="mb-5 text-soft">
        Emails come from <span className="wrap-anywhere">{from}</span>, and{' '}
        {delivery === 'server' ? 'are sent by a mail server.' : 'are saved as files, because there is no mail server.'}
      </p>
      <Form onSubmit={send} failure="The email could not be sent.">
        <SubmitButton tone="navy" className="self-start">
          Send me a test email
        </SubmitButton>
      </Form>
    </>
  );
}
