export { checkAge, hasAges } from './check-age.ts';
export { checkOpening, isKept } from './check-opening.ts';
export { copyClass } from './copy-class.ts';
export { moveOpenings } from './move-openings.ts';
export { type ClassRow, findClass, findClassesById, LOOKED_UP } from './queries.ts';
export { readableClass } from './readable-class.ts';
