import type { Calls } from '#contract/endpoint.ts';

/** Characters that a text in Markdown may have: some twenty printed pages. */
export const MARKDOWN_MAX = 50_000;

export const markdownCalls = {
  /** A text as readers will see it, by the very code that shows it to them. */
  previewMarkdown: {
    method: 'POST',
    url: '/markdown',
    config: { access: { instructor: 'any', office: 'any', admin: 'any' } },
  },
} as const satisfies Calls;
