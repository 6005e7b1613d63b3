import { expect, test } from 'vitest';
import { TEXT_SLUGS } from '#contract/texts/calls.ts';
import { SHIPPED, type Shipped } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { hasQuestions, outlineOf } from './outlines.ts';

const CODES = Object.keys(SHIPPED) as Shipped[];

test.each(TEXT_SLUGS.flatMap((slug) => CODES.map((code) => ({ slug, code }))))(
  'an outline of $slug is no text until each of its questions is answered or gone, in $code',
  ({ slug, code }) =>
    withLanguage(code, () => {
      const outline = outlineOf(slug);
      const questions = outline.match(/^\(.*\)$/gm) ?? [];
      expect(questions.length).toBeGreaterThan(0);
      expect(questions).toHaveLength(outline.match(/^## /gm)?.length ?? 0);
      let text = outline;
      for (const question of questions) {
        expect(hasQuestions(slug, text)).toBe(true);
        text = text.replace(question, 'We do.');
      }
      expect(hasQuestions(slug, text)).toBe(false);
    }),
);

test.each([
  '## Preise (siehe unten.)\n\nFünfzig Euro.',
  '## Preise\n\n(Stand: Januar 2026)\n\nFünfzig Euro.',
  '## Preise\n\nFünfzig Euro.\n\n(Sie gelten ab Januar.)',
  '## Preise\n\n(Wie immer.) Fünfzig Euro.',
  '## Prices\n\n(All prices include VAT.)',
])('brackets in a text are no question: %j', (text) => expect(hasQuestions('terms', text)).toBe(false));
