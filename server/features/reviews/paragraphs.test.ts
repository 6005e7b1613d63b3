import { describe, expect, test } from 'vitest';
import { compareParagraphs, findParagraph, paragraphsOf, withParagraph } from './paragraphs.ts';

const TEXT = '\n\nFirst line,\nits second.  \n \t \n\nSecond.\r\n\r\nThird.\n';

const wordsOf = (text: string) => paragraphsOf(text).map(({ words }) => words);

describe('paragraphs', () => {
  test('stand between lines with nothing in them', () => {
    expect(wordsOf(TEXT)).toEqual(['First line,\nits second.', 'Second.', 'Third.']);
    expect(wordsOf('')).toEqual([]);
    expect(wordsOf(' \n\n ')).toEqual([]);
  });

  test('are exchanged one by one, and nothing else of the text is', () => {
    expect(withParagraph(TEXT, 2, 'Another,\n\nand one.')).toBe(
      '\n\nFirst line,\nits second.  \n \t \n\nAnother,\n\nand one.\r\n\r\nThird.\n',
    );
    expect(withParagraph(TEXT, 9, 'x')).toBe(TEXT);
  });

  test('are found by their words, the nearest to where they were', () => {
    const paragraphs = ['a', 'b', 'a', 'c', 'a'].map((words) => ({ words }));
    expect(findParagraph(paragraphs, { paragraph: 4, about: 'a' })).toBe(3);
    expect(findParagraph(paragraphs, { paragraph: 5, about: 'a' })).toBe(5);
    expect(findParagraph(paragraphs, { paragraph: 1, about: 'c' })).toBe(4);
    expect(findParagraph(paragraphs, { paragraph: 1, about: 'd' })).toBeUndefined();
  });

  test('of a text that is one line of blanks are read in no time that grows with its square', () => {
    expect(wordsOf(`a\n${' '.repeat(49_000)}\nb`)).toEqual(['a', 'b']);
  });
});

describe('what has changed', () => {
  test('is each paragraph that is another, with what stood there', () => {
    expect(compareParagraphs(['a', 'b', 'c'], ['a', 'B', 'c'])).toEqual({ was: ['a', 'b', 'c'], struck: [] });
  });

  test('is not what was moved along by a new one', () => {
    expect(compareParagraphs(['a', 'b', 'c'], ['a', 'new', 'b', 'c'])).toEqual({
      was: ['a', null, 'b', 'c'],
      struck: [],
    });
  });

  test('names what was struck', () => {
    expect(compareParagraphs(['a', 'b', 'c'], ['a', 'c'])).toEqual({ was: ['a', 'c'], struck: ['b'] });
    expect(compareParagraphs(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual({
      was: [null, 'a', 'b', 'c'],
      struck: ['d'],
    });
  });

  test('is all of the middle of two texts that are too long to compare', () => {
    const long = (word: string) => [
      'begin',
      ...Array.from({ length: 2000 }, (_, at) => `${word}${at}`),
      'end',
    ];
    const { was } = compareParagraphs(long('a'), long('b'));
    expect([was[0], was[1], was.at(-1)]).toEqual(['begin', 'a0', 'end']);
  });
});
