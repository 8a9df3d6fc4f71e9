// What other features, and commands, may use of this one.

export { openCourseFile } from './course-file.ts';
export { type PieceDigests, pieceDigests } from './digest-pieces.ts';
export { findPack } from './queries.ts';
export { toCoursePack } from './wire.ts';
