import { useState } from 'react';
import { type FieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FileField } from '../../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { languages, nameOfLanguage } from '../languages.ts';
import type { Film } from '../wire.ts';
import { attachText, removeText } from './staff-film-actions.ts';

const kinds = [
  { value: 'captions', label: 'Captions (WebVTT or SRT)' },
  { value: 'transcript', label: 'Transcript (plain text)' },
];
const nameOfKind = { captions: 'Captions', transcript: 'Transcript' } as const;

/** The captions and transcripts of a film, and a form to add more. */
export function TextsForm({ film }: { film: Film }) {
  const [round, setRound] = useState(0);
  const [leftOut, setLeftOut] = useState('');
  return (
    <div className="flex flex-col gap-5">
      {film.texts.length > 0 && (
        <ul aria-label="Texts of this video" className="divide-y divide-line">
          {film.texts.map((text) => (
            <li key={`${text.kind} ${text.language}`} className="flex items-center justify-between gap-4 py-2">
              <a id={`text-${film.id}-${text.kind}-${text.language}`} href={text.url} className="text-link underline">
                {nameOfKind[text.kind]}, {nameOfLanguage(text.language)}
              </a>
              <ConfirmAction
                label="Remove"
                tone="quiet"
                size="small"
                describedBy={`text-${film.id}-${text.kind}-${text.language}`}
                title="Remove Text"
                text={<p>Are you sure you want to remove it? Learners will no longer see it.</p>}
                confirm="Yes, Remove"
                act={() => removeText(film, text)}
                failure="Failed to remove the text."
              />
            </li>
          ))}
        </ul>
      )}
      <Form
        key={round}
        onSubmit={async (form) => {
          const message = await attachText(film, form);
          const end = message.indexOf('.') + 1;
          toast(message.slice(0, end));
          setLeftOut(message.slice(end).trim());
          setRound(round + 1);
        }}
        check={(form): FieldErrors => (textOf(form, 'language') ? {} : { language: 'Please choose a language' })}
        failure="Failed to save the text."
      >
        <SelectField label="Kind" name="kind" options={kinds} defaultValue="captions" required />
        <SelectField
          label="Language"
          name="language"
          options={languages.map((value) => ({ value, label: nameOfLanguage(value) }))}
          required
        />
        <FileField label="File" name="text" accept=".vtt,.srt,.txt,text/plain,text/vtt" required />
        {leftOut && (
          <p role="status" className="max-w-text text-sm break-words text-soft">
            {leftOut}
          </p>
        )}
        <SubmitButton className="self-end">Add</SubmitButton>
      </Form>
    </div>
  );
}
