import { describe, expect, test } from 'vitest';
import { type Edit, link, markLines, picture, type Selection, wrap } from './markdown-edits.ts';

/** `|` stands at both ends of the selection, or once for a caret. */
function read(text: string): Selection {
  const [before = '', selected = '', after] = text.split('|');
  const inner = after === undefined ? '' : selected;
  const rest = after === undefined ? selected : after;
  return { value: before + inner + rest, start: before.length, end: before.length + inner.length };
}

function write({ value }: Selection, { from, to, text, start, end }: Edit): string {
  const next = value.slice(0, from) + text + value.slice(to);
  const selected = start === end ? '|' : `|${next.slice(start, end)}|`;
  return next.slice(0, start) + selected + next.slice(end);
}

const edited = (text: string, edit: (selection: Selection) => Edit) => write(read(text), edit(read(text)));

describe('a button above a text', () => {
  test.each([
    ['a |word| here', 'a **|word|** here'],
    ['a **|word|** here', 'a |word| here'],
    ['|', '**|**'],
    ['**|**', '|'],
  ])('makes %s bold: %s', (before, after) => {
    expect(edited(before, (selection) => wrap(selection, '**'))).toBe(after);
  });

  test.each([
    ['One\nTw|o\nThree', 'One\n## Tw|o\nThree'],
    ['## Tw|o', 'Tw|o'],
    ['|', '## |'],
  ])('makes a line a heading, %j: %j', (before, after) => {
    expect(edited(before, (selection) => markLines(selection, '## '))).toBe(after);
  });

  test.each([
    ['One\nT|wo\nThr|ee\nFour', 'One\n|- Two\n- Three|\nFour'],
    ['|- Two\n- Three|', '|Two\nThree|'],
    ['|- Two\nThree|', '|- - Two\n- Three|'],
    ['|One\n|Two', '|- One|\nTwo'],
  ])('makes lines a list, %j: %j', (before, after) => {
    expect(edited(before, (selection) => markLines(selection, '- '))).toBe(after);
  });

  test.each([
    ['see |this| one', 'see [this](|https://|) one'],
    ['see |', 'see [](|https://|)'],
    ['see |https://x.example/a|', 'see [|](https://x.example/a)'],
  ])('makes %s a link: %s', (before, after) => {
    expect(edited(before, link)).toBe(after);
  });

  test.each([
    ['|', '![|](/i/a.webp#4x3)\n\n'],
    ['One|Two', 'One\n\n![|](/i/a.webp#4x3)\n\nTwo'],
    ['One\n|\nTwo', 'One\n\n![|](/i/a.webp#4x3)\nTwo'],
  ])('puts a picture into a paragraph of its own, %j: %j', (before, after) => {
    const size = { width: 4, height: 3 };
    expect(edited(before, (selection) => picture(selection, { url: '/i/a.webp', size }))).toBe(after);
  });
});
