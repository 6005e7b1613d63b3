export { withholdBlogs } from './queries.ts';
