export { countUnanswered } from './queries.ts';
export { questionRows } from './rows.ts';
