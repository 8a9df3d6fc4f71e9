import { countryCodes, countryName } from '@fairlead/contract/values/countries';
import { DocumentInput } from '@fairlead/contract/wallet/calls';
import type { DocumentKind } from '@fairlead/contract/wallet/wallet-kinds';
import {
  documentFaults,
  formatsInWords,
  isKindCode,
  latestLastDay,
  scanMissing,
} from '@fairlead/contract/wallet/wallet-rules';
import { documentValidityInWords } from '@fairlead/contract/wallet/wallet-words';
import { useRef, useState } from 'react';
import { type FieldErrors, fieldErrors } from '../../lib/calls/field-errors.ts';
import type { Progress } from '../../lib/calls/transport.ts';
import { formatSize } from '../../lib/format/file-size.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { FileField } from '../../ui/forms/file-field.tsx';
import { Form, SubmitButton, useFormState } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { Card } from '../../ui/layout.tsx';
import { useToday } from '../seafarers/use-today.ts';
import { addDocument, editDocument, textsOf } from './api.ts';
import { KindPicker } from './kind-picker.tsx';
import type { HeldDocument } from './wire.ts';

const countries = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));

type FormProps = {
  kinds: readonly DocumentKind[];
  /** The document that is edited; undefined for a new one. */
  document?: HeldDocument | undefined;
  /** Codes of which one is to be proven: their only kind is chosen, or their kinds come first. */
  asked?: readonly string[];
  hasProfile: boolean;
  /** Without a connection what is entered stays, and cannot be saved. */
  isConnected: boolean;
  onDone: () => void;
};

/** The form of a document: what its kind requires is said before, and checked by the rule of the server. */
export function DocumentForm({
  kinds: all,
  document: current,
  asked = [],
  hasProfile,
  isConnected,
  onDone,
}: FormProps) {
  // as it was when the form was opened: a change that was read since is not to be overwritten
  const [document] = useState(current);
  // a document of a retired kind is corrected, and not added
  const kinds = all
    .filter(({ code, isRetired }) => !isRetired || code === document?.kind)
    .toSorted((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
  const today = useToday();
  const [code, setCode] = useState(document?.kind ?? onlyOf(kinds.filter(isAsked))?.code);
  const [progress, setProgress] = useState<Progress>();
  const kind = kinds.find((one) => one.code === code);
  const heading = document ? `Edit ${document.title}` : 'Add document';

  function isAsked(kind: DocumentKind): boolean {
    return asked.some((one) => isKindCode(kind, one));
  }

  function check(form: FormData): FieldErrors {
    const texts = textsOf(form);
    const found = fieldErrors(DocumentInput, texts);
    const entered = DocumentInput.safeParse(texts);
    const faults = kind && entered.success ? documentFaults(kind, entered.data, today) : {};
    const file = form.get('file');
    const isMissing = !document && !(file instanceof File && file.size > 0);
    return {
      ...faults,
      ...found,
      ...(isMissing && { file: scanMissing }),
    };
  }

  async function send(form: FormData) {
    form.delete('search');
    const file = form.get('file');
    if (file instanceof File && file.size === 0) form.delete('file');
    const said = document ? await editDocument(document, form, setProgress) : await addDocument(form, setProgress);
    toast(said, { seconds: 6 });
    onDone();
  }

  return (
    <Card className="p-6">
      <Form onSubmit={send} check={check} failure="Failed to save the document." aria-label={heading}>
        <h2 className="text-xl">{heading}</h2>
        <KindPicker
          kinds={kinds}
          kind={kind}
          onChoose={(chosen) => setCode(chosen?.code)}
          hasProfile={hasProfile}
          isConnected={isConnected}
        />
        {kind && <KindFields key={kind.code} kind={kind} document={document} country={countryIn(kind, asked)} />}
        <Sending progress={progress} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton className="max-sm:w-full" disabled={!isConnected}>
            Save document
          </SubmitButton>
          <Button tone="plain" className="max-sm:w-full" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The only one of a list; undefined where there are several. */
const onlyOf = <T,>([first, ...others]: readonly T[]) => (others.length === 0 ? first : undefined);

/** The country that is asked for with a kind, such as LR in CDC-LR; empty for none, and for one of several. */
const countryIn = ({ code }: DocumentKind, asked: readonly string[]): string =>
  onlyOf(asked.filter((one) => one.startsWith(`${code}-`)))?.slice(code.length + 1) ?? '';

/** `country` is offered for a new document. */
type FieldsProps = { kind: DocumentKind; document: HeldDocument | undefined; country: string };

function KindFields({ kind, document, country }: FieldsProps) {
  const today = useToday();
  const lastDay = useRef<HTMLInputElement>(null);
  const proposed = useRef('');
  const formats = formatsInWords(kind.numberFormats);
  const isFlag = kind.group === 'seamans-book' || kind.group === 'endorsement';
  return (
    <>
      <FileField
        label="Picture or PDF"
        name="file"
        accept="image/*,application/pdf,.pdf,.jpg,.jpeg,.png"
        hint="Show the whole page, in good light."
        existing={document?.file}
        required={!document}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {kind.group === 'other' && (
          <TextField label="What it is" name="title" defaultValue={document?.title} autoComplete="off" required />
        )}
        <TextField
          label="Number"
          name="number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={document?.number}
          hint={formats ? `As the document shows it: ${formats}` : 'As the document shows it'}
          required
        />
        <TextField label="Issued by" name="issuer" autoComplete="off" defaultValue={document?.issuer} required />
        {kind.country !== 'none' && (
          <SelectField
            label={isFlag ? 'Flag' : 'Country'}
            name="country"
            defaultValue={document?.country ?? country}
            placeholder={kind.country === 'optional' ? 'None' : 'Choose…'}
            options={countries}
            required={kind.country === 'required'}
          />
        )}
        <DateField
          label="Day of issue"
          name="issuedOn"
          max={today}
          defaultValue={document?.issuedOn ?? ''}
          onChange={({ currentTarget }) => {
            const latest = latestLastDay(kind, currentTarget.value);
            const field = lastDay.current;
            // while a day is typed over another one, engines pass through days that nobody means
            if (!latest || !field || !['', proposed.current].includes(field.value) || field.validity.badInput) return;
            proposed.current = latest;
            field.value = latest;
            field.dispatchEvent(new Event('change', { bubbles: true }));
          }}
          required
        />
        {kind.validity !== 'unlimited' && (
          <DateField
            label="Valid until"
            name="expiresOn"
            ref={lastDay}
            defaultValue={document?.lastDay ?? ''}
            hint={
              kind.validity === 'stated-or-unlimited'
                ? 'Leave blank if it has no last day'
                : documentValidityInWords(kind)
            }
            required={kind.validity !== 'stated-or-unlimited'}
          />
        )}
      </div>
    </>
  );
}

/** The progress of the upload, while the form is being sent. */
function Sending({ progress }: { progress: Progress | undefined }) {
  const { busy } = useFormState();
  if (!busy || !progress) return null;
  const { sent, total } = progress;
  return <ProgressBar percent={(sent * 100) / total} label={`Sending ${formatSize(sent)} of ${formatSize(total)}`} />;
}
