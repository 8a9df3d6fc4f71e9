import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { DataList } from '../../../ui/lists/data-list.tsx';
import type { Course } from '../../courses/wire.ts';
import { staffViewOf } from '../kinds/staff-kinds.ts';
import { QuestionImage } from '../question-image.tsx';
import type { AddProps } from './staff-add-from-file.tsx';
import { type BankedQuestion, topicsQuery, useBank } from './staff-authoring-api.ts';

type Courses = readonly Pick<Course, 'id' | 'title'>[];

/** Adds questions that other assessments contain, found by course, topic and text. */
export const AddFromBank = ({ courses, courseId, onAdd }: AddProps & { courses: Courses; courseId: () => string }) => (
  <DialogButton label="Add from the question bank" size="small" title="Question bank" className="max-w-3xl">
    {(close) => (
      <Bank
        courses={courses}
        courseId={courseId()}
        onAdd={(questions) => {
          onAdd(questions);
          close();
        }}
      />
    )}
  </DialogButton>
);

function Bank({ courses, courseId, onAdd }: AddProps & { courses: Courses; courseId: string }) {
  const list = useBank(courseId);
  const { data: topics = [] } = useQuery(topicsQuery(list.asked.course ?? ''));
  return (
    <DataList
      list={list}
      label="Questions"
      searchLabel="Search by words or topic"
      filters={[
        { name: 'course', label: 'Course', any: 'All courses', options: courses.map(({ id, title }) => [id, title]) },
        { name: 'topic', label: 'Topic', any: 'All topics', options: topics.map((topic) => [topic, topic]) },
      ]}
      itemKey={({ id }) => id}
      failure="The question bank could not be read."
      empty={<EmptyState title="No questions yet.">The questions of all tests appear here.</EmptyState>}
      noMatch={<EmptyState title="No questions found.">Nothing matches “{list.searched}”.</EmptyState>}
      choose={{
        nameOf: ({ text }) => text,
        actions: (chosen) => (
          <Button size="small" disabled={chosen.length === 0} onClick={() => onAdd([...chosen])}>
            Add selected
          </Button>
        ),
      }}
    >
      {(question) => <Banked question={question} />}
    </DataList>
  );
}

function Banked({ question }: { question: BankedQuestion }) {
  const { text, picture, topic, forPractice, courseTitle, testTitle } = question;
  return (
    <div className="border-b border-line py-3">
      <p className="font-medium whitespace-pre-line">{text}</p>
      <QuestionImage picture={picture} />
      <p className="mt-1 text-good">{staffViewOf(question).inWords(question)}</p>
      <p className="text-sm text-soft">
        {[forPractice && 'For practice', topic, courseTitle, testTitle].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}
