/** What stands in a text field, and what of it is selected. */
export type Selection = { value: string; start: number; end: number };
/** `text` in place of what stands from `from` to `to`; then the selection is from `start` to `end`. */
export type Edit = { from: number; to: number; text: string; start: number; end: number };

const LINK_START = 'https://';

/** Puts `mark` around what is selected, or takes it off where it is there. */
export function wrap({ value, start, end }: Selection, mark: string): Edit {
  const selected = value.slice(start, end);
  const [from, to] = [start - mark.length, end + mark.length];
  if (value.slice(Math.max(from, 0), start) === mark && value.slice(end, to) === mark)
    return { from, to, text: selected, start: from, end: from + selected.length };
  return { from: start, to: end, text: mark + selected + mark, start: to - selected.length, end: to };
}

/** Begins every line of the selection with `mark`, or none where all of them did. */
export function markLines({ value, start, end }: Selection, mark: string): Edit {
  const from = value.lastIndexOf('\n', start - 1) + 1;
  const next = value.indexOf('\n', Math.max(end - 1, start));
  const to = next === -1 ? value.length : next;
  const lines = value.slice(from, to).split('\n');
  const isMarked = lines.every((line) => line.startsWith(mark));
  const text = lines.map((line) => (isMarked ? line.slice(mark.length) : mark + line)).join('\n');
  const last = from + text.length;
  // A caret stays where it was in its line.
  const caret = Math.max(from, Math.min(last, start + (isMarked ? -mark.length : mark.length)));
  return { from, to, text, start: start === end ? caret : from, end: start === end ? caret : last };
}

/**
 * Makes a link of what is selected, with the address selected to be typed; a selected address becomes that of
 * a link without words.
 */
export function link({ value, start, end }: Selection): Edit {
  const selected = value.slice(start, end);
  if (/^https?:\/\/\S+$/.test(selected))
    return { from: start, to: end, text: `[](${selected})`, start: start + 1, end: start + 1 };
  const address = start + selected.length + 3;
  return {
    from: start,
    to: end,
    text: `[${selected}](${LINK_START})`,
    start: address,
    end: address + LINK_START.length,
  };
}

/** Puts a picture into a paragraph of its own, the caret where its words belong. `size` is in pixels. */
export function picture(
  { value, start, end }: Selection,
  { url, size }: { url: string; size: { width: number; height: number } | undefined },
): Edit {
  const before = value.slice(0, start);
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const address = size ? `${url}#${size.width}x${size.height}` : url;
  const after = value.slice(end).startsWith('\n') ? '' : '\n\n';
  const caret = start + gap.length + 2;
  return { from: start, to: end, text: `${gap}![](${address})${after}`, start: caret, end: caret };
}
