// What other features, and commands, may use of this one.

export {
  findRule,
  findRulesInForce,
  getRuleInForce,
  isFollowed,
  listEditions,
  type RuleRow,
  ruleInForce,
  standsFor,
  withFollowed,
} from './course-rules/queries.ts';
export {
  approvalOnCertificate,
  approvalReminderDays,
  heldToInWords,
  lastDayBy,
  refresherDueBy,
} from './course-rules/rules.ts';
export { readCourses } from './kept-courses.ts';
export { canSeeCourse, courseScopeOf, findInScope, requireInCourseScope } from './policy.ts';
export {
  type CourseScope,
  coursesTitled,
  findCourse,
  getCourse,
  hasTest,
  isAskedForSpeed,
  isHeldBack,
  listCourses,
  listCoursesById,
  noSuchCourse,
  practiceQuestionsOf,
  selectLearners,
  within,
} from './queries.ts';
