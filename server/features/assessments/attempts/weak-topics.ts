import type { Queryable } from '../../../platform/db/database.ts';
import { marksOf } from '../kinds/marks.ts';
import { fewestToTell, weakTopics } from '../rules.ts';
import type { WeakTopic } from '../wire.ts';
import { earned } from './grading.ts';
import { getOutcome, listPaper, savedSelections } from './queries.ts';

/**
 * The topics that a submitted attempt shows to be weak, with the films that teach them, in the order of the test paper;
 * none after a pass.
 */
export async function findWeakTopics(
  db: Queryable,
  attempt: { id: string; passed: boolean | null },
): Promise<WeakTopic[]> {
  if (attempt.passed) return [];
  const result = await getOutcome(db, attempt.id);
  const fewest = fewestToTell({ ...result, passed: result.passed === true });
  if (fewest === null) return [];
  const questions = await listPaper(db, result);
  const selections = await savedSelections(db, result.id);
  const answers = questions.map((question) => {
    const { film } = question;
    const marks = marksOf(earned(question, selections.get(question.id) ?? null));
    return { topic: question.topic || film?.title || '', film, marks };
  });
  const filmsOf = Map.groupBy(answers, ({ topic }) => topic);
  return weakTopics(answers, { fewest, passMark: result.passMark }).map((topic) => {
    const its = new Map(filmsOf.get(topic)?.flatMap(({ film }) => (film ? [[film.id, film] as const] : [])));
    return { topic, films: [...its.values()].sort((a, b) => a.serial - b.serial) };
  });
}
