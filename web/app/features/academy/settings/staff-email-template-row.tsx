import { EmailText } from '@fairlead/contract/academy/email-templates';
import { useEffect, useRef, useState } from 'react';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import {
  type EmailTemplate,
  previewEmailTemplate,
  resetEmailTemplate,
  saveEmailTemplate,
} from './staff-settings-api.ts';

/** An email template: when it is sent, its text, and a form to change it. */
export function EmailTemplateRow({ template }: { template: EmailTemplate }) {
  const [open, setOpen] = useState(false);
  const { key, when, subject, changedAt } = template;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id={`letter-${key}`} className="text-base">
            {when}
          </h3>
          <p className="mt-1 text-soft wrap-anywhere">{subject}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {changedAt && <Badge tone="info">Changed</Badge>}
          {!open && (
            <Button tone="plain" size="small" aria-describedby={`letter-${key}`} onClick={() => setOpen(true)}>
              Edit email
            </Button>
          )}
        </div>
      </div>
      {open && (
        <FocusFirst className="mt-5 border-t border-line pt-5">
          <WordsForm key={changedAt} template={template} onClose={() => setOpen(false)} />
        </FocusFirst>
      )}
    </>
  );
}

const wordsOf = (form: FormData) => ({ subject: textOf(form, 'subject'), text: textOf(form, 'text') });

function WordsForm({ template, onClose }: { template: EmailTemplate; onClose: () => void }) {
  const { key, subject, text, changedAt, placeholders } = template;
  const [preview, setPreview] = useState<{ subject: string; text: string; html: string }>();
  const previewing = useRef(false);

  async function send(form: FormData) {
    if (previewing.current) {
      setPreview(await previewEmailTemplate(key, wordsOf(form)));
      return;
    }
    toast(await saveEmailTemplate(key, wordsOf(form)));
    onClose();
  }

  return (
    <Form
      onSubmit={send}
      check={(form) => fieldErrors(EmailText, wordsOf(form))}
      failure="Failed to save the email template."
      onInput={() => setPreview(undefined)}
    >
      <TextField label="Subject" name="subject" defaultValue={subject} required />
      <TextArea
        label="Text"
        name="text"
        rows={10}
        defaultValue={text}
        required
        hint="Leave an empty line to start a new paragraph."
      />
      <div className="text-sm text-soft">
        <p>These placeholders are filled in when the email is sent:</p>
        <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
          {placeholders.map(({ name, sample }) => (
            <li key={name} className="wrap-anywhere">
              <code className="text-ink">{`{${name}}`}</code> {sample}
            </li>
          ))}
        </ul>
      </div>
      {preview && (
        <section aria-label="Preview" className="rounded-md border border-line bg-sunken p-4">
          <p className="text-sm text-soft">As its recipient sees it, with examples for the placeholders</p>
          <p className="mt-1 mb-3 font-semibold wrap-anywhere">{preview.subject}</p>
          <ShownEmail html={preview.html} />
          <details className="mt-3">
            <summary className="w-fit text-sm font-semibold text-link">As plain text</summary>
            <p className="mt-2 whitespace-pre-line wrap-anywhere">{preview.text}</p>
          </details>
        </section>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          onClick={() => {
            previewing.current = false;
          }}
        >
          Save template
        </SubmitButton>
        <SubmitButton
          tone="plain"
          onClick={() => {
            previewing.current = true;
          }}
        >
          Preview
        </SubmitButton>
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
        {changedAt && (
          <ConfirmAction
            label="Reset to default"
            tone="danger"
            title="Reset Email Template"
            text={<p>The email gets its default text again. Your text is kept only in the audit log.</p>}
            confirm="Yes, Reset"
            act={() => resetEmailTemplate(key)}
            failure="Failed to reset the email template."
          />
        )}
      </div>
    </Form>
  );
}

/**
 * The document of an email in a frame of its own, without scripts or access to the page. It comes from a blob: markup
 * is not taken from a text (Trusted Types).
 */
function ShownEmail({ html }: { html: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  return (
    <iframe title="The email" sandbox="" src={url} className="h-112 w-full resize-y rounded-md border border-line" />
  );
}
