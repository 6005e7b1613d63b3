import { ENROL_ITEMS_MAX } from '#contract/payments/calls.ts';

/** One that may be chosen, with a word of what it is. */
export type Box = { key: string; label: string; hint: string };

/** What was found, each to be ticked; no more than one call may give. */
export function ChooseBoxes({
  legend,
  boxes,
  chosen,
  onChoose,
}: {
  legend: string;
  boxes: readonly Box[];
  chosen: ReadonlySet<string>;
  onChoose: (key: string, isChosen: boolean) => void;
}) {
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="grid max-h-64 gap-2 overflow-y-auto">
        {boxes.map(({ key, label, hint }) => (
          <label
            key={key}
            className={`flex cursor-pointer items-start gap-3 rounded-field border p-3 ${chosen.has(key) ? 'border-primary bg-mist' : 'border-base-300'}`}
          >
            <input
              type="checkbox"
              className="checkbox checkbox-primary checkbox-sm mt-0.5 rounded-sm border-[#8a8296]"
              checked={chosen.has(key)}
              disabled={!chosen.has(key) && chosen.size >= ENROL_ITEMS_MAX}
              onChange={({ target }) => onChoose(key, target.checked)}
            />
            <span className="min-w-0">
              <span className="wrap-anywhere block font-semibold">{label}</span>
              <span className="wrap-anywhere block text-quiet text-sm">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
