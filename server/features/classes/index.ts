export { findClass, findClassesById } from './queries.ts';
