export { findClass, findClassesById, TAUGHT_BY } from './queries.ts';
