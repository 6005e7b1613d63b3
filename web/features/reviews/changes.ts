import { type BlogState, blogCalls } from '#contract/blogs/calls.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { type ReviewField, type ReviewKind, reviewCalls } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(blogCalls, classOfficeCalls, reviewCalls);

type Of = { kind: ReviewKind; id: string };
/** What is decided must not have changed since it was read. */
type Seen = { id: string; version: number };
type Note = { words?: string; proposal?: string; version: number } & (
  | { field: ReviewField }
  | { paragraph: number }
);

/** Makes another of a post, which stays as it is written. */
async function setState({ id, version }: Seen, state: BlogState) {
  const { title, blog_description, blog, image, category } = await api.readOwnBlog({ params: { id } });
  const body = { title, blog_description, blog, image, category, state, publishat: null, version };
  return api.updateBlog({ params: { id }, body });
}

/** What admins write beside classes and posts, what they decide of posts, and what teachers say. */
export const reviewChanges = {
  addNote: ({ note, ...params }: Of & { note: Note }) =>
    attempt(api.addReviewNote({ params, body: note }), t('reviews.noted')),
  answerNote: ({ id, answer }: { id: string; answer: string }) =>
    attempt(api.answerReviewNote({ params: { id }, body: { answer } }), t('reviews.answered')),
  takeNote: (params: { id: string }) =>
    announce(api.answerReviewNote({ params, body: { taken: true } }), { done: t('reviews.words_taken') }),
  deleteNote: (params: { id: string }) =>
    announce(api.deleteReviewNote({ params }), { done: t('reviews.deleted') }),
  submitClass: (params: { id: string }) =>
    announce(api.resubmitClass({ params }), { done: t('reviews.submitted_again') }),
  submitPost: (seen: Seen) => announce(setState(seen, 'waiting'), { done: t('reviews.submitted_again') }),
  publishPost: (seen: Seen) => announce(setState(seen, 'published'), { done: t('reviews.published') }),
  sendBackPost: (seen: Seen) => announce(setState(seen, 'draft'), { done: t('reviews.sent_back') }),
};
