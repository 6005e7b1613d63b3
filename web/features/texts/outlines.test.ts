import { expect, test } from 'vitest';
import { TEXT_SLUGS } from '#contract/texts/calls.ts';
import { hasQuestions, OUTLINES } from './outlines.ts';

test.each(TEXT_SLUGS)(
  'an outline of %s is no text until each of its questions is answered or gone',
  (slug) => {
    const outline = OUTLINES[slug];
    const questions = outline.match(/^\(.*\)$/gm) ?? [];
    expect(questions).toHaveLength(outline.match(/^## /gm)?.length ?? 0);
    let text = outline;
    for (const question of questions) {
      expect(hasQuestions(slug, text)).toBe(true);
      text = text.replace(question, 'We do.');
    }
    expect(hasQuestions(slug, text)).toBe(false);
  },
);
