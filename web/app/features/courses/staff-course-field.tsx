import type { ComponentProps } from 'react';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { Course } from './wire.ts';

type CourseFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'name' | 'options'> & {
  courses: readonly Pick<Course, 'id' | 'title'>[];
};

/** One of some courses, by its title; `courseId` of the form is its id. */
export const CourseField = ({ courses, ...select }: CourseFieldProps) => (
  <SelectField
    label="Course"
    name="courseId"
    options={courses.map(({ id, title }) => ({ value: id, label: title }))}
    {...select}
  />
);
