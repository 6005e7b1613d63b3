/*
 * Tones for the people of one family, in the order in which the family lists them. White can be read on each,
 * and each stands out from paper (WCAG 2.2, 1.4.11), whatever colours a school has; nobody has to tell them
 * apart, since the name stands beside.
 */
const TONES = ['#5b2a6e', '#1f6f6b', '#a3421c', '#2b5f93', '#a8305f', '#5c6413', '#6a4a2f', '#4b5563'];

/** The tone of the member whom the family lists at a position, from 0. */
export const toneAt = (position: number) => TONES.at(position % TONES.length);

/** A letter in the tone that a member has in the family; their name stands beside it. */
export function NameMark({
  name,
  position,
  size = 24,
}: {
  name: string;
  /** Where the family lists them, from 0. */
  position: number;
  /** In CSS pixels. */
  size?: number;
}) {
  const [letter = ''] = name.trim();
  return (
    <span
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.46,
        background: toneAt(position),
      }}
      className="inline-grid shrink-0 place-items-center rounded-full font-semibold text-white"
    >
      {letter.toUpperCase()}
    </span>
  );
}
