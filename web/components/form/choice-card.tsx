import type { ReactNode } from 'react';

/** One of a few ways, with a word of what it means. */
export function ChoiceCard({
  name,
  label,
  hint,
  isChosen,
  isUnavailable = false,
  onChoose,
}: {
  name: string;
  label: ReactNode;
  hint: string;
  isChosen: boolean;
  isUnavailable?: boolean;
  onChoose: () => void;
}) {
  return (
    <label
      className={`flex cursor-pointer items-start gap-3 rounded-field border p-3 ${isChosen ? 'border-primary bg-mist' : 'border-base-300'} ${isUnavailable ? 'cursor-default opacity-60' : ''}`}
    >
      <input
        type="radio"
        name={name}
        className="radio radio-sm radio-primary mt-0.5"
        checked={isChosen}
        disabled={isUnavailable}
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className="wrap-anywhere block font-semibold">{label}</span>
        <span className="block text-quiet text-sm">{hint}</span>
      </span>
    </label>
  );
}
