export { BEFORE_ALL, findOfSchool } from './queries.ts';
