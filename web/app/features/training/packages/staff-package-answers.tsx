import { mostAnswering } from '@fairlead/contract/packages/calls';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { answersQuery } from './staff-package-actions.ts';

/** The questions inside a package, and how often each was answered right. Shown once there is an answer. */
export function Answers({ id }: { id: string }) {
  const { data, error } = useQuery(answersQuery(id));
  if (error) return <Alert>{messageOf(error, 'Failed to load the answers.')}</Alert>;
  if (!data || data.questions.length === 0) return null;
  const { learners, questions } = data;
  return (
    <section aria-labelledby="package-answers" className="flex flex-col gap-2">
      <h3 id="package-answers" className="text-base">
        Answers
      </h3>
      <p className="text-sm text-soft">
        Reported by the package in the learners’ browsers.{' '}
        {learners >= mostAnswering ? `Of the ${mostAnswering} newest learners.` : ''}
      </p>
      <div className="max-h-60 overflow-auto rounded-md border border-line">
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-surface text-left text-soft">
            <tr>
              <th scope="col" className="px-3 py-2 font-medium">
                Question
              </th>
              <th scope="col" className="px-3 py-2 text-right font-medium">
                Answered
              </th>
              <th scope="col" className="px-3 py-2 text-right font-medium">
                Right
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line tabular-nums">
            {questions.map(({ item, id: question, text, answered, right, judged }) => (
              <tr key={`${item} ${question}`}>
                <td className="px-3 py-2 wrap-anywhere">
                  {text || question}
                  <span className="block text-soft">{item}</span>
                </td>
                <td className="px-3 py-2 text-right align-top">{answered}</td>
                <td className="px-3 py-2 text-right align-top">
                  {judged === 0 ? '–' : `${Math.round((right * 100) / judged)} %`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
