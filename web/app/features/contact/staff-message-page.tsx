import { ContactAnswer } from '@fairlead/contract/contact/calls';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { EmailLink } from '../../ui/contact-links.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/staff-message-page.ts';
import { answerMessage, type ContactThread, messageQuery, refetchMessages } from './staff-api.ts';
import { MessageState, SetMessageState } from './staff-message-parts.tsx';

export const meta: Route.MetaFunction = (page) => titled('Message', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(messageQuery(params.id));
};

/** A message of the contact page with its answers, and the form for a further one. */
export default function StaffMessagePage() {
  const { id: messageId = '' } = useParams();
  const { data: message } = useSuspenseQuery(messageQuery(messageId));
  const mayOpenPerson = useMay('people:read');
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={<span id={`message-${messageId}`}>Message from {message.name}</span>}
        dense
        actions={<SetMessageState message={message} />}
      >
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <MessageState state={message.state} />
          <EmailLink email={message.email} className="text-link hover:underline" />
          {message.personId && mayOpenPerson && (
            <Link to={staffPaths.person(message.personId)} className="text-link hover:underline">
              Account with this email
            </Link>
          )}
        </span>
      </PageHeader>
      <ol className="mb-8 flex flex-col gap-4">
        <Said by={message.name} at={message.receivedAt} text={message.message} />
        {message.answers.map(({ id, by, at, text }) => (
          <Said key={id} by={`${by} answered`} at={at} text={text} className="ml-6 sm:ml-12" />
        ))}
      </ol>
      <Answer message={message} />
    </div>
  );
}

type SaidProps = { by: string; at: string; text: string; className?: string };

const Said = ({ by, at, text, className }: SaidProps) => (
  <li>
    <Card className={className}>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-soft">
        <strong className="text-ink">{by}</strong>
        <Moment at={at} />
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
    </Card>
  </li>
);

const answerOf = (form: FormData) => ({ text: textOf(form, 'text') });

function Answer({ message }: { message: ContactThread }) {
  /** After a refusal, what a colleague has done meanwhile is shown above the text, which can then be sent. */
  async function send(data: FormData, form: HTMLFormElement) {
    try {
      toast(await answerMessage(message, answerOf(data).text));
      form.reset();
    } finally {
      await refetchMessages();
    }
  }

  return (
    <Form
      onSubmit={send}
      check={(form) => fieldErrors(ContactAnswer, answerOf(form))}
      failure="Failed to send the answer."
    >
      <TextArea
        label={message.answers.length === 0 ? 'Answer' : 'Another answer'}
        name="text"
        rows={8}
        required
        hint={`Sent to ${message.email}. It begins with ‘Dear ${message.name}’. Replies go to the academy’s email address.`}
      />
      <SubmitButton className="self-start">Send answer</SubmitButton>
    </Form>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Message" failure="Failed to load the message." error={error} />;
}
