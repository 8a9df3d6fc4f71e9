import { notIssued } from '@fairlead/contract/seafarers/document-numbers';
import {
  type DocumentKind,
  documentNames,
  documentReasons,
  documentReasonWords,
} from '@fairlead/contract/seafarers/document-words';
import { NewDocumentRequest } from '@fairlead/contract/seafarers/documents';
import { useRef } from 'react';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { Moment } from '../../lib/site.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';
import { askForDocument, withdrawDocumentRequest } from './staff-api.ts';
import type { Profile } from './wire.ts';

/** The documents that this person can be asked for: none twice, and none that was not issued. */
function askable({ idType, cdcNumber, indosNumber, documentRequests }: Profile): readonly DocumentKind[] {
  const isOpen = (kind: DocumentKind) =>
    documentRequests.some(({ document, answeredAt }) => document === kind && answeredAt === null);
  const kinds: DocumentKind[] = [
    'idDocument',
    // where the ID document is the passport, a second copy would say nothing
    ...(idType === 'Passport' ? [] : (['passportDocument'] as const)),
    ...(cdcNumber === notIssued ? [] : (['cdcDocument'] as const)),
    ...(indosNumber === notIssued ? [] : (['indosDocument'] as const)),
    'profilePicture',
    'signature',
  ];
  return kinds.filter((kind) => !isOpen(kind));
}

const nameFor = (kind: DocumentKind, { idType }: Profile) =>
  kind === 'idDocument' ? `${documentNames.idDocument} (${idType})` : documentNames[kind];

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function askedOf(form: FormData) {
  const note = textOf(form, 'note').trim();
  const chosen = { document: textOf(form, 'document'), reason: textOf(form, 'reason') };
  return { ...chosen, ...(note && { note }) } as NewDocumentRequest;
}

const check = (form: FormData): FieldErrors => fieldErrors(NewDocumentRequest, askedOf(form));

type AskProps = {
  profile: Profile;
  /** Where the button stands: the id of the element that names the record. */
  describedBy: string;
  /** What to do when the person was asked, and when that was refused. */
  onDone: () => Promise<void>;
  onRefused: () => Promise<void>;
  shortcut?: 'd';
  size?: 'small';
};

/** Asks a person for a better document. */
export function AskForDocument({ profile, describedBy, onDone, onRefused, shortcut, size }: AskProps) {
  const asked = useRef(false);
  const kinds = askable(profile);
  if (!useMay('people:approve') || kinds.length === 0) return null;
  return (
    <FormAction
      label="Ask for a document"
      {...(shortcut && { shortcut })}
      {...(size && { size })}
      describedBy={describedBy}
      title="Ask for a Document"
      text={
        <p className="text-soft">
          <strong className="text-ink">{profile.name}</strong> gets an email. Their requests for courses wait until the
          document is uploaded. Then they are in the list again.
        </p>
      }
      check={check}
      confirm="Ask"
      act={async (form) => {
        const said = await askForDocument(profile, askedOf(form));
        asked.current = true;
        return said;
      }}
      after={() => (asked.current ? onDone() : onRefused())}
      failure="Failed to ask for the document."
    >
      <SelectField
        label="Document"
        name="document"
        options={kinds.map((kind) => ({ value: kind, label: capital(nameFor(kind, profile)) }))}
        required
      />
      <SelectField
        label="Reason"
        name="reason"
        options={documentReasons.map((reason) => ({ value: reason, label: documentReasonWords[reason].name }))}
        required
      />
      <TextArea label="Note to the person" name="note" rows={3} hint="Required for the reason ‘Other’." />
    </FormAction>
  );
}

/** The documents that were asked for since the last check: those that are waited for, and those that have arrived. */
export function DocumentsAsked({ profile, after }: { profile: Profile; after: () => Promise<void> }) {
  const mayWithdraw = useMay('people:approve');
  if (profile.documentRequests.length === 0) return null;
  return (
    <ul aria-label="Documents asked for" className="flex flex-col gap-2">
      {profile.documentRequests.map(({ id, document, reason, note, at, answeredAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3 text-sm">
          <p className="min-w-0 flex-1 wrap-anywhere">
            <strong id={`document-request-${id}`}>{capital(nameFor(document, profile))}</strong>:{' '}
            {[documentReasonWords[reason].name, note].filter(Boolean).join(': ')}
            <span className="block text-soft">
              Asked <Moment at={at} />
              {answeredAt && (
                <>
                  , uploaded <Moment at={answeredAt} />
                </>
              )}
            </span>
          </p>
          {answeredAt === null && mayWithdraw && (
            <ConfirmAction
              label="Withdraw"
              size="small"
              describedBy={`document-request-${id}`}
              title="Withdraw Document Request"
              text={<p>The person is not asked for this document any more.</p>}
              confirm="Yes, Withdraw"
              act={() => withdrawDocumentRequest(id)}
              after={after}
              failure="Failed to withdraw the document request."
            />
          )}
        </li>
      ))}
    </ul>
  );
}
