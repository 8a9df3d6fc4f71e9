import { keyFor } from '../../platform/keys/encrypted-text.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * The course key, 32 bytes: it opens the course files of a course (docs/course-file.md). It leaves the academy only
 * with an offline pass.
 */
export const courseKeyOf = ({ config }: Pick<Platform, 'config'>, courseId: string): Buffer =>
  keyFor(config.secrets.vault, `course files of ${courseId}`);
