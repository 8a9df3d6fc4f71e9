import { ContactForm } from '@fairlead/contract/contact/calls';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { presented } from '../../lib/pages/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextArea, TextField } from '../../ui/forms/text-fields.tsx';
import { Card, PageHeader, Width } from '../../ui/layout.tsx';
import { ReachUs } from '../academy/reach-us.tsx';
import type { Route } from './+types/contact-page.ts';
import { writeToAcademy } from './api.ts';

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Contact',
    description: 'Write to the academy, call or visit: questions about courses, requests and certificates.',
    path: paths.contact,
  });

const entered = (form: FormData) => ({
  name: textOf(form, 'name'),
  email: textOf(form, 'email'),
  message: textOf(form, 'message'),
});

export default function ContactPage() {
  const [confirmation, setConfirmation] = useState('');
  const course = useSearchParams()[0].get('course');
  // the page is rendered once for everybody: only the browser knows about which course somebody asks
  const begun = useHydrated() && course ? `I would like to know more about ${course}.` : '';

  async function submit(data: FormData, form: HTMLFormElement) {
    setConfirmation('');
    const { message } = await writeToAcademy(entered(data));
    setConfirmation(message);
    form.reset();
  }

  return (
    <Width className="py-10">
      <PageHeader title="Contact">Ask us about a course, a request or a certificate.</PageHeader>
      <div className="grid items-start gap-10 md:grid-cols-[2fr_3fr]">
        <ReachUs />
        <Card className="p-6 sm:p-8">
          <Form
            onSubmit={submit}
            check={(form) => fieldErrors(ContactForm, entered(form))}
            failure="Your message could not be sent."
          >
            <TextField label="Name" name="name" autoComplete="name" required />
            <TextField label="Email" name="email" type="email" autoComplete="email" required />
            <TextArea key={begun} label="Message" name="message" rows={6} defaultValue={begun} required />
            {confirmation && <Alert tone="good">{confirmation}</Alert>}
            <SubmitButton className="self-start">Send message</SubmitButton>
          </Form>
        </Card>
      </div>
    </Width>
  );
}
