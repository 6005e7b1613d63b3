export { keepSchool } from './keep-school.ts';
