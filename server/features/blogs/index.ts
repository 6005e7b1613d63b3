export { takeWords } from './change-blog.ts';
export { findBlog, lockBlog, withholdBlogs } from './queries.ts';
export { blogRows } from './rows.ts';
