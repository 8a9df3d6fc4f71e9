import type { StaffRoute } from './staff-route.ts';

/** The pages about training and tests. */
export const trainingRoutes: readonly StaffRoute[] = [
  {
    path: 'training-video',
    permission: 'training:edit',
    file: 'features/training/upload/staff-upload-page.tsx',
    menu: ['Training', 'Upload Training Video', 'upload'],
    adds: true,
    words: 'add new film',
  },
  {
    path: 'All-training-video',
    permission: 'training:read',
    file: 'features/training/films/staff-training-page.tsx',
    menu: ['Training', 'All Training Videos', 'film'],
    words: 'films',
  },
  {
    path: 'aboard',
    permission: 'training:read',
    file: 'features/offline-records/staff-offline-passes-page.tsx',
    menu: ['Training', 'Courses Aboard', 'aboard'],
    words: 'offline pass ship voyage progress file devices withdraw',
  },
  {
    path: 'test-form',
    permission: 'tests:edit',
    file: 'features/assessments/authoring/staff-test-page.tsx',
    menu: ['Tests', 'Create Test', 'newTest'],
    adds: true,
    edits: ['test', 'All-tests'],
    words: 'add new exam assessment question',
  },
  {
    path: 'All-tests',
    permission: 'tests:read',
    file: 'features/assessments/list/staff-tests-page.tsx',
    menu: ['Tests', 'All Tests', 'test'],
    words: 'exams assessments questions correct the answer key wrong grade again',
  },
  {
    path: 'Published-tests',
    permission: 'tests:read',
    file: 'features/assessments/list/staff-published-tests-page.tsx',
    menu: ['Tests', 'Published Tests', 'publishedTest'],
    words: 'exams assessments',
  },
  {
    path: 'All-tests/:id',
    permission: 'staff:enter',
    file: 'features/assessments/analysis/staff-analysis-page.tsx',
    of: 'All-tests',
  },
  {
    path: 'All-tests/:id/keys',
    permission: 'staff:enter',
    file: 'features/assessments/answer-keys/staff-corrected-keys-page.tsx',
    of: 'All-tests',
  },
  {
    path: 'user-results',
    permission: 'results:read',
    file: 'features/assessments/results/staff-results-page.tsx',
    menu: ['Tests', 'User Results', 'results'],
    words: 'attempts scores exams',
  },
  {
    path: 'user-results/:id',
    permission: 'staff:enter',
    file: 'features/assessments/results/staff-attempt-page.tsx',
    of: 'user-results',
  },
];
