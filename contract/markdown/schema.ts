import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { markdownCalls } from './calls.ts';
import { Markdown } from './form.ts';

/** HTML made from Markdown, in which no HTML of the author's survives. */
export const ArticleHtml = z.string();

export const markdownEndpoints = withSchemas(markdownCalls, {
  previewMarkdown: {
    summary: 'A text in Markdown as HTML, just as readers are shown it.',
    unlogged: 'Changes nothing.',
    body: z.object({ markdown: Markdown }),
    response: { 200: z.object({ html: ArticleHtml }) },
  },
});
