export { withholdBlogs } from './queries.ts';
export { blogRows } from './rows.ts';
