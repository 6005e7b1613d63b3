import { requiredText, text } from '#contract/fields.form.ts';
import type { PlainId } from '#languages/t.ts';
import { MARKDOWN_MAX } from './calls.ts';

/** A text in Markdown that may be empty. */
export const Markdown = text(MARKDOWN_MAX);

/** One that may not be empty; `missing` is its refusal. */
export const requiredMarkdown = (missing: PlainId) => requiredText(MARKDOWN_MAX, missing);
