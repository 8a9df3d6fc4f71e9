import { mostQuestionsInFile } from '@fairlead/contract/assessments/test-authoring';
import { mostQuestions } from '@fairlead/contract/assessments/test-input';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { useState } from 'react';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FileField } from '../../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import type { QuestionDraft } from '../staff-wire.ts';
import { type FileReport, questionsOf, readQuestionFile } from './staff-authoring-api.ts';

export type AddProps = { onAdd: (questions: QuestionDraft[]) => void };

/** Adds questions from a file. It first lists what cannot be added, and what is left out. */
export const AddFromFile = ({ onAdd }: AddProps) => (
  <DialogButton label="Add from a file" size="small" title="Questions from a file">
    {(close) => (
      <Reading
        onAdd={(questions) => {
          onAdd(questions);
          close();
        }}
      />
    )}
  </DialogButton>
);

function Reading({ onAdd }: AddProps) {
  const [report, setReport] = useState<FileReport>();
  if (report) return <Report report={report} onAdd={onAdd} />;
  return (
    <Form
      onSubmit={async (form) => setReport(await readQuestionFile(form))}
      check={(form): Record<string, string> =>
        (form.get('questions') as File | null)?.size ? {} : { questions: 'Please choose a file' }
      }
      failure="The file could not be read."
    >
      <p className="max-w-text text-sm text-soft">
        At most {groupDigits(mostQuestionsInFile)} questions, 12 MB of pictures and 32 MB in all. A test has at most{' '}
        {mostQuestions} questions: those of a larger file are added to several tests.
      </p>
      <FileField
        label="File of questions"
        name="questions"
        accept=".txt,.gift,.csv,.xlsx,.xml,.zip,.imscc"
        hint="Moodle XML, QTI, GIFT, Aiken, CSV or Excel. A table needs the columns Question, Option 1, Option 2 and Correct answer; more options, Topic, Explanation, Practice (yes), Fixed options (numbers) and Keeps its place (yes) are optional."
        required
      />
      <SubmitButton className="self-end">Read file</SubmitButton>
    </Form>
  );
}

type Remark = FileReport['problems'][number];

function Report({ report, onAdd }: { report: FileReport } & AddProps) {
  const { format, questions, problems, notes } = report;
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [first, setFirst] = useState(0);
  const chosen = questions.slice(first, first + mostQuestions);
  const inWords = (count: number) => (count === 1 ? '1 question' : `${groupDigits(count)} questions`);

  async function add() {
    setBusy(true);
    try {
      const { drafts, lost } = await questionsOf({ ...report, questions: chosen });
      onAdd(drafts);
      if (lost > 0) toast(lost === 1 ? '1 picture could not be read.' : `${lost} pictures could not be read.`);
    } catch (error) {
      setTrouble(messageOf(error, 'The questions could not be added.'));
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <p>
        {format === 'table' ? 'A table' : format}: <strong>{inWords(questions.length)}</strong> can be added
        {problems.length > 0 && `, ${problems.length} cannot`}.
      </p>
      <Remarks title="What cannot be added" remarks={problems} format={format} />
      <Remarks title="What is left out" remarks={notes} format={format} />
      {questions.length > mostQuestions && (
        <SelectField
          label="Questions to add"
          name="part"
          hint={`A test has at most ${mostQuestions} questions. Add the others to another test, from the same file.`}
          value={String(first)}
          onChange={({ currentTarget }) => setFirst(Number(currentTarget.value))}
          options={partsOf(questions.length)}
        />
      )}
      {trouble && <Alert>{trouble}</Alert>}
      <Button className="self-end" busy={busy} disabled={questions.length === 0} onClick={() => void add()}>
        Add {inWords(chosen.length)}
      </Button>
    </div>
  );
}

/** The parts in which the questions of a file are added: 1 to 500, 501 to 1,000. */
const partsOf = (count: number) =>
  Array.from({ length: Math.ceil(count / mostQuestions) }, (_, i) => {
    const [from, to] = [i * mostQuestions, Math.min(count, (i + 1) * mostQuestions)];
    return { value: String(from), label: `${groupDigits(from + 1)} to ${groupDigits(to)}` };
  });

type RemarksProps = { title: string; remarks: readonly Remark[]; format: FileReport['format'] };

function Remarks({ title, remarks, format }: RemarksProps) {
  if (remarks.length === 0) return null;
  return (
    <section className="rounded-md bg-sunken p-4">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul aria-label={title} className="flex flex-col gap-2">
        {[...byPlace(remarks, format)].map(([place, messages]) => (
          <li key={place} className="break-words">
            <span className="font-semibold tabular-nums">{place}:</span> {[...messages].join(' ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is said of each place, once. */
function byPlace(remarks: readonly Remark[], format: FileReport['format']): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  for (const remark of remarks) {
    const place = placeInWords(remark, format);
    places.set(place, (places.get(place) ?? new Set()).add(sentence(remark.message)));
  }
  return places;
}

/** Some messages come without a full stop; several stand in one line. */
const sentence = (message: string) => (/[.!?…]$/.test(message) ? message : `${message}.`);

function placeInWords({ entry, line, name }: Remark, format: FileReport['format']): string {
  const row = `${format === 'table' ? 'row' : 'line'} ${line}`;
  const place = [entry, entry ? row : `${row[0]?.toUpperCase()}${row.slice(1)}`, name && `“${name}”`];
  return place.filter(Boolean).join(', ');
}
