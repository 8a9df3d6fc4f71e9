import { mostJudged } from '@fairlead/contract/fit-to-join/calls';
import { fitAmong } from '@fairlead/contract/fit-to-join/verdicts';
import { useState } from 'react';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { wordsIn } from '../../lib/format/words.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';
import { Card } from '../../ui/layout.tsx';
import { isSameQuestion, type Question } from './question.ts';
import { downloadList, judgeList } from './staff-api.ts';
import { VerdictMatrix } from './verdict-matrix.tsx';

const namesIn = (typed: string) => [...new Set(wordsIn(typed))];

/**
 * Judges a list of people, who are named by emails or INDoS numbers: a crew, as a crewing office sends it. Verdicts
 * belong to the question that was asked; under another one only the typed list stays.
 */
export function JudgeList({ question }: { question: Question }) {
  const [answer, setAnswer] = useState<{ question: Question; verdicts: Awaited<ReturnType<typeof judgeList>> }>();
  const judged = answer && isSameQuestion(answer.question, question) ? answer.verdicts : undefined;
  const emails = judged?.people.map(({ email }) => email) ?? [];
  const { fit, notChecked } = fitAmong(judged?.people ?? []);
  return (
    <>
      <Card className="p-4 sm:p-5">
        <Form
          onSubmit={async (form) => {
            const verdicts = await judgeList(question, namesIn(textOf(form, 'people')));
            setAnswer({ question, verdicts });
          }}
          check={(form): FieldErrors => {
            const count = namesIn(textOf(form, 'people')).length;
            if (count === 0) return { people: 'Name somebody' };
            return count > mostJudged ? { people: `At most ${mostJudged} people at once` } : {};
          }}
          failure="Failed to judge the documents."
        >
          <TextArea
            label="People"
            name="people"
            hint="Emails or INDoS numbers, one a line or with commas between them"
            rows={5}
          />
          <SubmitButton className="self-start">Judge</SubmitButton>
        </Form>
      </Card>
      {answer && !judged && (
        <p role="status" className="text-soft">
          The job or the voyage has changed. Judge the list again.
        </p>
      )}
      {judged && judged.unknown.length > 0 && (
        <Alert tone="warn">
          <strong>Not found:</strong> {judged.unknown.join(', ')}
        </Alert>
      )}
      {judged && judged.ambiguous.length > 0 && (
        <Alert tone="warn">
          <strong>Several people have this INDoS number:</strong> {judged.ambiguous.join(', ')}. Name each of them by
          email.
        </Alert>
      )}
      {judged && judged.people.length > 0 && (
        <section aria-label="Verdicts" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-lg">
              <strong>
                {fit} of {judged.people.length}
              </strong>{' '}
              can join{notChecked}.
            </p>
            <div className="flex gap-2">
              {(['pdf', 'xlsx'] as const).map((format) => (
                <DownloadButton
                  key={format}
                  tone="plain"
                  size="small"
                  failure="Failed to export the list."
                  fetch={() => downloadList(question, emails, format)}
                >
                  {format === 'pdf' ? 'PDF' : 'Excel'}
                </DownloadButton>
              ))}
            </div>
          </div>
          <VerdictMatrix
            rows={judged.rows}
            people={judged.people}
            personUrl={({ _id }) => staffPaths.fitPerson(_id, { ...question })}
          />
        </section>
      )}
    </>
  );
}
