import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { getSession } from '../../lib/session/session.ts';
import { offeredQuery } from './api.ts';
import { type Question, questionIn, questionToAsk, withQuestion } from './question.ts';

/** Deleted with the session; another person at the device has another key. */
const keyOf = () => `fit-to-join:${getSession()?.user?._id}`;

const lastQuestion = () => questionIn(new URLSearchParams(localStorage.getItem(keyOf()) ?? ''));

/**
 * What a page asks: the checklists, the question in its URL, if it has one, the answers with which its form begins, and
 * what asks it, which keeps it for the next visit.
 */
export function useQuestion() {
  const { data: lists } = useSuspenseQuery(offeredQuery);
  const [params, setParams] = useSearchParams();
  const question = questionIn(params, lists);
  return {
    lists,
    question,
    draft: question ?? questionToAsk(params, lastQuestion(), lists, new Date()),
    onAsk: (asked: Question) => {
      localStorage.setItem(keyOf(), String(withQuestion(new URLSearchParams(), asked)));
      setParams(withQuestion(params, asked));
    },
  };
}
