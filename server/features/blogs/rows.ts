import type { PersonRows } from '#server/features/feature.ts';

export const blogPersonRows: PersonRows = {
  blogs: { authorid: { account: { stays: 'Only accounts of students are dropped.' } } },
  reactions: { userid: { account: { stays: 'What its person likes is its own.' } } },
};
