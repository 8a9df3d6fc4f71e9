import { id, ids, many, single, testRequests } from '../platform/testing/requests.ts';
import { attendance } from './attendance.ts';
import { training } from './calls.ts';
import { Language } from './films.ts';
import { FilmChecks } from './presence-checks.ts';

testRequests([
  [
    'uploaded films',
    training.addUploaded.body,
    { courseId: id, title: 'A', uploads: [id] },
    [{ uploads: ids(20) }],
    [
      [{ uploads: [] }, 'uploads: Please choose at least one video.'],
      [{ uploads: ids(21) }, /^uploads: /],
    ],
  ],
  [
    'the order of films',
    training.reorderFilms.body,
    { trainingId: id, seen: [], wanted: ids(1000) },
    [],
    [[{ wanted: ids(1001) }, /^wanted: /]],
  ],
  [
    'what was watched',
    training.reportProgress.body,
    { watched: many(500, [0, 86_400]), position: 0 },
    [],
    [
      [{ watched: many(501, [0, 1]) }, /^watched: /],
      [{ position: -1 }, /^position: /],
      [{ position: 86_401 }, /^position: /],
    ],
  ],
  [
    'the answer to a presence check',
    training.answerCheck.body,
    { choice: null },
    [{ choice: 0 }, { choice: 5 }],
    [-1, 6, 0.5].map((choice) => [{ choice }, /^choice: /] as const),
  ],
  ['a language', single(Language), { value: 'fil' }, [], [[{ value: 'H' }, 'value: Please choose a language']]],
  [
    'presence checks',
    single(FilmChecks),
    { value: [{ at: 1, every: 60, question: { text: 'A', options: ['B', 'C'], answer: 0 } }] },
    [{ value: many(50, { at: null, every: null, question: null }) }],
    [
      [{ value: many(51, { at: null, every: null, question: null }) }, 'value: A video has at most 50 presence checks'],
      [{ value: [{ at: null, every: 59, question: null }] }, 'value.0.every: Please enter at least one minute'],
      ...[-1, 6, 0.5].map(
        (right) =>
          [
            { value: [{ at: null, every: null, question: { text: 'A', options: ['B', 'C'], answer: right } }] },
            /^value\.0\.question\.answer: /,
          ] as const,
      ),
      [
        { value: [{ at: null, every: null, question: { text: 'A', options: ['B'], answer: 0 } }] },
        'value.0.question.options: Please enter at least two options',
      ],
      [
        { value: [{ at: null, every: null, question: { text: 'A', options: many(7, 'B'), answer: 0 } }] },
        'value.0.question.options: A question has at most 6 options',
      ],
    ],
  ],
  [
    'marks of attendance',
    attendance.mark.body,
    { marks: [{ enrolmentId: id, day: '2026-01-01', half: 'morning', mark: 'present', secondsAgo: 0 }] },
    [
      {
        marks: many(1000, {
          enrolmentId: id,
          day: '2026-01-01',
          half: 'morning',
          mark: 'present',
          secondsAgo: 1_209_600,
        }),
      },
    ],
    [
      [{ marks: [] }, /^marks: /],
      [
        { marks: many(1001, { enrolmentId: id, day: '2026-01-01', half: 'morning', mark: 'present', secondsAgo: 0 }) },
        /^marks: /,
      ],
      ...[-1, 1_209_601].map(
        (secondsAgo) =>
          [
            { marks: [{ enrolmentId: id, day: '2026-01-01', half: 'morning', mark: 'present', secondsAgo }] },
            /^marks\.0\.secondsAgo: /,
          ] as const,
      ),
    ],
  ],
]);
