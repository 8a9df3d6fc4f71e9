import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { UnreadablePicture } from '../../../lib/device/shrink-picture.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FileInput, SmallFileInput } from '../../../ui/forms/file-input.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { OptionContent } from '../kinds/option-content.tsx';
import type { Picture } from '../pictures.ts';
import { QuestionImage } from '../question-image.tsx';
import { sendPicture } from './staff-authoring-api.ts';

type QuestionPictureProps = {
  /** The prefix of its fields' names. */
  name: string;
  /** The number of the option whose picture it is, from 1; without it, it is that of the question. */
  option?: number | undefined;
  initial: Picture | undefined;
  /** Called when the picture was changed or removed. */
  onChange: (picture: Picture | undefined) => void;
};

/**
 * The picture of a question or an option, and its text alternative. It is uploaded as soon as it is chosen; the form
 * then contains only its id.
 */
export function QuestionPicture({ name, option, initial, onChange }: QuestionPictureProps) {
  // one without an id was being uploaded when the draft was stored
  const [picture, setPicture] = useState(initial?.id ? initial : undefined);
  const [sending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const latest = useRef(0);
  const reported = useRef(picture);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (picture === reported.current) return;
    reported.current = picture;
    onChange(picture);
    // restores the focus when the focused element was removed, and leaves it where the person has moved on
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('.control, input')?.focus();
  }, [picture, onChange]);

  async function send(control: HTMLInputElement) {
    const [file] = control.files ?? [];
    if (!file) return;
    const round = ++latest.current;
    setSending(true);
    setTrouble(undefined);
    try {
      const sent = await sendPicture(file);
      if (round === latest.current) setPicture(sent);
    } catch (error) {
      if (round !== latest.current) return;
      // otherwise choosing the same file again would be no change
      control.value = '';
      setTrouble(messageOf(error, 'The picture could not be uploaded.'));
      if (!isRefusal(error) && !(error instanceof UnreadablePicture)) throw error;
    } finally {
      if (round === latest.current) setSending(false);
    }
  }

  return (
    <div ref={place}>
      {picture ? (
        <Shown name={name} option={option} picture={picture} onRemove={() => setPicture(undefined)} />
      ) : (
        <Choosing
          name={name}
          option={option}
          sending={sending}
          trouble={trouble}
          onChoose={(control) => void send(control)}
        />
      )}
    </div>
  );
}

type ChoosingProps = {
  name: string;
  option: number | undefined;
  sending: boolean;
  trouble: string | undefined;
  onChoose: (control: HTMLInputElement) => void;
};

function Choosing({ name, option, sending, trouble, onChoose }: ChoosingProps) {
  const input = {
    accept: 'image/*',
    'aria-busy': sending,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChoose(currentTarget),
  };
  return (
    <>
      {sending && <input type="hidden" name={`${name}.sending`} value="on" />}
      {option ? (
        <SmallFileInput {...input} label={`Picture of option ${option}`} error={trouble}>
          {sending ? 'Uploading…' : 'Add a picture'}
        </SmallFileInput>
      ) : (
        <Field
          label="Picture"
          name={`${name}.file`}
          hint={sending ? 'Uploading…' : 'Optional. JPEG, PNG or WebP'}
          error={trouble}
        >
          {({ name: _, ...control }) => <FileInput {...control} {...input} />}
        </Field>
      )}
    </>
  );
}

type ShownProps = { name: string; option: number | undefined; picture: Picture; onRemove: () => void };

function Shown({ name, option, picture, onRemove }: ShownProps) {
  const [text, setText] = useState(picture.text);
  return (
    <div className="flex flex-col items-start gap-3">
      {option ? (
        <OptionContent text={text} picture={{ ...picture, text }} />
      ) : (
        <QuestionImage picture={{ ...picture, text }} />
      )}
      {(['id', 'url', 'width', 'height'] as const).map((field) => (
        <input key={field} type="hidden" name={`${name}.${field}`} value={picture[field]} />
      ))}
      <TextField
        label={option ? `What the picture of option ${option} shows` : 'What the picture shows'}
        name={`${name}.text`}
        hint="Read aloud to people who cannot see it. Do not give the answer away"
        defaultValue={picture.text}
        maxLength={500}
        autoComplete="off"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className="w-full"
        required
      />
      <Button tone="quiet" size="small" className="-ml-3" onClick={onRemove}>
        Remove the picture
        {option && <span className="sr-only"> of option {option}</span>}
      </Button>
    </div>
  );
}
