export { withholdBlogs } from './queries.ts';
export { blogPersonRows } from './rows.ts';
