export { readStatement } from './read-statement.ts';
