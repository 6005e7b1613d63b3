export { type ClassRow, findClass, findClassesById, TAUGHT_BY } from './queries.ts';
