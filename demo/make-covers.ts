/**
 * Writes covers/*.svg from the drawings in scenes/. Run after changing one:
 *
 *   node demo/make-covers.ts
 */
import { writeFile } from 'node:fs/promises';
import { courseKeys } from './course.ts';
import { drawCover } from './covers.ts';

for (const key of courseKeys) {
  await writeFile(new URL(`covers/${key}.svg`, import.meta.url), drawCover(key));
}
