import { expect, test } from 'vitest';
import { FACTS_MAX, type Fact, VOICES_SHOWN } from '#contract/school/calls.ts';
import { quoteFor } from './quote-for.ts';

const voices = (count: number): Fact[] => [
  { _id: 'open', kind: 'event' },
  ...Array.from({ length: count }, (_, at) => ({ _id: `voice-${at}`, kind: 'voice' as const })),
];
const posts = Array.from({ length: 200 }, (_, at) => ({ _id: (0x66a1_0000 + at).toString(16) }));
const quotesOf = (facts: Fact[]) => new Set(posts.map((post) => quoteFor(post, facts)?._id));

test('every voice that the home page has no room for stands below some post, and a post keeps its own', () => {
  const all = voices(FACTS_MAX.voice);
  expect([...quotesOf(all)].toSorted()).toEqual(
    all
      .slice(1 + VOICES_SHOWN)
      .map(({ _id }) => _id)
      .toSorted(),
  );
  for (const post of posts) expect(quoteFor(post, all)).toBe(quoteFor(post, all));
});

test('without such a voice it is the first, and without any there is none', () => {
  expect(quotesOf(voices(VOICES_SHOWN))).toEqual(new Set(['voice-0']));
  expect(quotesOf(voices(VOICES_SHOWN + 1))).toEqual(new Set([`voice-${VOICES_SHOWN}`]));
  expect(quotesOf(voices(0))).toEqual(new Set([undefined]));
});
