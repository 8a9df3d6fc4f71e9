import { formatRupees } from '../../../lib/format/money.ts';
import { type CourseDraft, draftOfCourse, textFieldNames, textFields } from '../staff-course-draft.ts';
import type { Course } from '../wire.ts';

type Field = keyof CourseDraft;

/** The form's fields in order, with their labels. */
const labels: readonly (readonly [Field, string])[] = [
  ...textFieldNames.map((name) => [name, textFields[name].label] as const),
  ['subjects', 'Subjects'],
  ['picture', 'Course image'],
];

/** A field that somebody else has changed since the form was opened, and whose value in the form differs. */
export type Difference = {
  field: Field;
  label: string;
  theirs: string;
  mine: string;
  /** Whether both have changed it, so that one value must be chosen. */
  contested: boolean;
};

/**
 * The changes that somebody else made to a course while it was edited here, compared with the form's values.
 *
 * @param opened the course when the form was opened.
 * @param now the course as stored now.
 */
export function differencesOf(opened: Course, now: Course, draft: CourseDraft): Difference[] {
  const [before, after] = [draftOfCourse(opened), draftOfCourse(now)];
  return labels.flatMap(([field, label]): Difference[] => {
    if (field === 'picture') {
      if (!draft.picture || opened.picture?.url === now.picture?.url) return [];
      return [{ field, label, theirs: 'The current picture', mine: draft.picture.name, contested: true }];
    }
    const [was, theirs, mine] = [shown(field, before), shown(field, after), shown(field, draft)];
    return theirs === was || theirs === mine ? [] : [{ field, label, theirs, mine, contested: mine !== was }];
  });
}

/** A field's value as text, for comparison and display. */
function shown(field: Exclude<Field, 'picture'>, draft: CourseDraft): string {
  if (field === 'subjects') return draft.subjects.map((subject) => subject.trim()).join('\n');
  const text = draft[field].trim();
  return field === 'price' && text !== '' && !Number.isNaN(Number(text)) ? formatRupees(Number(text)) : text;
}

/** The draft, with the stored values in the given fields. */
export function takeTheirs(draft: CourseDraft, now: Course, fields: readonly string[]): CourseDraft {
  const theirs = Object.entries(draftOfCourse(now)).filter(([field]) => fields.includes(field));
  return { ...draft, ...Object.fromEntries(theirs) };
}
