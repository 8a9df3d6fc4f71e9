import type { KindName } from '@fairlead/contract/assessments/question-kinds';
import { newTestSettings } from '@fairlead/contract/assessments/test-settings';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { dropDraft, keepDraft, readDraft } from '../../../lib/session/form-draft.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { MoreFields } from '../../../ui/forms/more-fields.tsx';
import { RowList } from '../../../ui/forms/row-list.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { CourseField } from '../../courses/staff-course-field.tsx';
import type { Course } from '../../courses/wire.ts';
import { kindChoices, staffViewOf } from '../kinds/staff-kinds.ts';
import type { Start } from '../kinds/staff-question-view.ts';
import { createTest } from '../staff-api.ts';
import { type QuestionDraft, settingsDraftOf, type Test, testDraftFrom } from '../staff-wire.ts';
import { AddFromFile } from './staff-add-from-file.tsx';
import { filmsQuery, updateTest } from './staff-authoring-api.ts';
import { PracticeFields } from './staff-practice-fields.tsx';
import { AddFromBank } from './staff-question-bank.tsx';
import { QuestionPicture } from './staff-question-picture.tsx';
import { TestPreview } from './staff-test-preview.tsx';
import { TestSettings } from './staff-test-settings.tsx';
import { errorsInTest, noFilm, testDraftOf } from './test-draft.ts';

/**
 * The form for a new assessment, or for the next version of one: course, pass mark, settings and questions. Its draft
 * survives a reload.
 */
export function TestForm({
  courses,
  test,
  courseId: wanted = '',
}: {
  courses: readonly Pick<Course, 'id' | 'title'>[];
  test?: Test | undefined;
  /** The course of whose page one comes to write a new assessment. */
  courseId?: string;
}) {
  const navigate = useNavigate();
  // what was begun for another course stays there
  const draftName = test ? `test:${test.id}:${test.version}` : wanted ? `test of:${wanted}` : 'test';
  const [start] = useState(() => {
    const kept = Object.entries(readDraft(draftName));
    const chosen = courses.some(({ id }) => id === wanted) ? wanted : '';
    if (kept.length > 0) {
      const draft = testDraftOf(kept);
      return { ...draft, courseId: draft.courseId || chosen };
    }
    if (test) return testDraftFrom(test);
    return { ...testDraftOf([]), courseId: chosen, settings: settingsDraftOf(newTestSettings) };
  });
  const [questions, setQuestions] = useState({ list: start.questions, round: 0 });
  const [courseId, setCourseId] = useState(start.courseId);
  const { data: films } = useQuery({ ...filmsQuery(courseId), enabled: courseId !== '' });
  const frame = useRef<HTMLDivElement>(null);
  const formNow = () => frame.current?.querySelector('form') ?? undefined;
  const draftNow = () => testDraftOf(new FormData(formNow()));
  const startOf = (index: number): ChangedStart => {
    const form = new FormData(formNow());
    const options = [...form].flatMap(([name, value]) =>
      name.startsWith(`questions.${index}.options.`) ? [String(value)] : [],
    );
    const { optionPictures, fixedOptions } = draftNow().questions[index] ?? {};
    return { options, optionPictures, fixedOptions, topic: String(form.get(`questions.${index}.topic`) ?? '') };
  };
  const keepNow = () => {
    const form = formNow();
    if (form) keepDraft(draftName, form);
  };

  /** Appends questions to the existing ones; questions that are still empty are removed. */
  function addQuestions(more: readonly QuestionDraft[]) {
    const written = draftNow().questions.filter(
      ({ text, options }) => text.trim() || options.some((one) => one.trim()),
    );
    setQuestions(({ round }) => ({ list: [...written, ...more], round: round + 1 }));
    toast(more.length === 1 ? '1 question added.' : `${more.length} questions added.`);
  }

  async function submit(form: FormData) {
    const draft = testDraftOf(form);
    const title = courses.find(({ id }) => id === draft.courseId)?.title ?? '';
    toast(await (test ? updateTest(test, draft, title) : createTest(draft, title)), { seconds: 4 });
    dropDraft(draftName);
    await navigate(wanted ? staffPaths.course(draft.courseId) : staffPaths.allTests);
  }

  return (
    <div ref={frame}>
      <Form
        onSubmit={submit}
        check={(form) => errorsInTest(testDraftOf(form))}
        failure="Something went wrong"
        className="max-w-3xl gap-6"
        onChange={keepNow}
      >
        <Card className="grid gap-5 p-6 sm:grid-cols-3">
          <CourseField
            courses={courses}
            defaultValue={start.courseId}
            onChange={({ target }) => setCourseId(target.value)}
            required
            className="sm:col-span-2"
          />
          <TextField
            label="Pass mark"
            name="passMark"
            inputMode="decimal"
            hint="Percent"
            defaultValue={start.passMark}
            required
          />
        </Card>
        <TestSettings title={start.title} start={start.settings} />
        <RowList
          key={questions.round}
          name="questions"
          initial={questions.list}
          add="Add Question"
          className="gap-6"
          copyOf={(index) => draftNow().questions[index]}
        >
          {(row) => <QuestionFields {...row} films={films} onPicture={keepNow} startNow={() => startOf(row.index)} />}
        </RowList>
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton size="large">{test ? 'Save as a new version' : 'Create Test'}</SubmitButton>
          <TestPreview draftNow={draftNow} />
        </div>
      </Form>
      <div className="mt-6 flex flex-wrap gap-3">
        <AddFromFile onAdd={addQuestions} />
        <AddFromBank courses={courses} courseId={() => draftNow().courseId} onAdd={addQuestions} />
      </div>
    </div>
  );
}

type ChangedStart = Start & { topic: string };

type QuestionFieldsProps = {
  index: number;
  initial: QuestionDraft | undefined;
  /** The films of the course; undefined while they are not known. */
  films: readonly { id: string; title: string }[] | undefined;
  remove: ReactNode;
  onPicture: () => void;
  /** What another kind of question starts with: the options and the topic as they are typed now. */
  startNow: () => ChangedStart;
};

function QuestionFields({ index, initial, films, remove, onPicture, startNow }: QuestionFieldsProps) {
  const name = `questions.${index}`;
  const [{ kind, start }, setKind] = useState(() => ({
    kind: initial?.kind ?? 'single-choice',
    start: initial as ChangedStart | undefined,
  }));
  const { Fields } = staffViewOf({ kind });
  // as it was when the form was opened: a choice made in the fold does not close it
  const [isMore] = useState(() => Boolean(initial?.filmId || initial?.keepsPlace || initial?.forPractice));
  return (
    <Card className="p-6">
      <fieldset className="flex flex-col gap-5">
        <legend className="float-left w-full text-lg font-bold">Question {index + 1}</legend>
        <TextArea label="Question text" name={`${name}.text`} rows={2} defaultValue={initial?.text} required />
        <QuestionPicture name={`${name}.picture`} initial={initial?.picture} onChange={onPicture} />
        <SelectField
          label="Kind of question"
          name={`${name}.kind`}
          options={kindChoices}
          value={kind}
          onChange={({ target }) => setKind({ kind: target.value as KindName, start: startNow() })}
        />
        <Fields key={kind} name={name} initial={start} onPicture={onPicture}>
          <TextField
            label="Topic"
            name={`${name}.topic`}
            hint="Optional. Learners who fail see their weak topics"
            defaultValue={start?.topic}
            maxLength={100}
            autoComplete="off"
          />
        </Fields>
        {!films && initial?.filmId && <input type="hidden" name={`${name}.filmId`} value={initial.filmId} />}
        <MoreFields summary={`More of question ${index + 1}`} open={isMore}>
          <div className="mt-5 flex flex-col gap-5">
            {films && films.length > 0 && (
              <SelectField
                // its options are known only when the films of the course are
                key={films.map(({ id }) => id).join()}
                label="Video that teaches it"
                name={`${name}.filmId`}
                hint="Optional. Learners who fail get a link to it"
                options={[
                  { value: noFilm, label: 'None' },
                  ...films.map(({ id, title }) => ({ value: id, label: title })),
                ]}
                defaultValue={initial?.filmId ?? noFilm}
              />
            )}
            <CheckboxField
              name={`${name}.keepsPlace`}
              label="Keeps its place when questions are shuffled"
              defaultChecked={initial?.keepsPlace === true}
            />
            <PracticeFields name={name} initial={initial} />
          </div>
        </MoreFields>
        {remove && <div className="self-end">{remove}</div>}
      </fieldset>
    </Card>
  );
}
