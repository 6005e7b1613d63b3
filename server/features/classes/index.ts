export { checkAge, hasAges } from './check-age.ts';
export { type ClassRow, findClass, findClassesById, TAUGHT_BY } from './queries.ts';
export { readableClass } from './readable-class.ts';
