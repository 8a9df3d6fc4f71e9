import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FileField } from '../../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import type { QuestionDraft } from '../staff-wire.ts';
import { type FileReport, readQuestionFile } from './staff-authoring-api.ts';

export type AddProps = { onAdd: (questions: QuestionDraft[]) => void };

/** Adds questions from a file. It first lists the lines that could not be read. */
export function AddFromFile({ onAdd }: AddProps) {
  const [open, setOpen] = useState(false);
  const [report, setReport] = useState<FileReport>();
  const close = () => {
    setOpen(false);
    setReport(undefined);
  };
  return (
    <>
      <Button tone="plain" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Add from a file
      </Button>
      <Dialog open={open} onClose={close} title="Questions from a file">
        {report ? (
          <Report
            report={report}
            onAdd={() => {
              onAdd(report.questions);
              close();
            }}
          />
        ) : (
          <Form
            onSubmit={async (form) => setReport(await readQuestionFile(form))}
            check={(form): Record<string, string> =>
              (form.get('questions') as File | null)?.size ? {} : { questions: 'Please choose a file' }
            }
            failure="The file could not be read."
          >
            <FileField
              label="File of questions"
              name="questions"
              accept=".txt,.gift,.csv,.xlsx"
              hint="GIFT, Aiken, CSV or Excel. A table needs the columns Question, Option 1 to Option 4 and Correct answer; Topic, Explanation and Practice (yes) are optional."
              required
            />
            <SubmitButton className="self-end">Read file</SubmitButton>
          </Form>
        )}
      </Dialog>
    </>
  );
}

function Report({ report: { format, questions, problems }, onAdd }: { report: FileReport; onAdd: () => void }) {
  const count = questions.length === 1 ? '1 question' : `${questions.length} questions`;
  return (
    <div className="flex flex-col gap-4">
      <p>
        {format === 'table' ? 'A table' : format}: <strong>{count}</strong> can be added
        {problems.length > 0 && `, ${problems.length} cannot`}.
      </p>
      {problems.length > 0 && (
        <ul aria-label="What cannot be added" className="flex flex-col gap-2 rounded-md bg-sunken p-4">
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              <span className="font-semibold tabular-nums">
                {format === 'table' ? 'Row' : 'Line'} {line}:
              </span>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      <Button className="self-end" disabled={questions.length === 0} onClick={onAdd}>
        Add {count}
      </Button>
    </div>
  );
}
