import { Meanwhile } from './meanwhile.tsx';

type Draft = { readonly [field: string]: string };

type Props<D extends Draft> = {
  /** What another user has saved, such as `This room`. */
  what: string;
  before: D;
  now: D;
  labels: Record<keyof D & string, string>;
  /** How a field's value is said, where it is not as it is written. */
  say?: (field: keyof D & string, value: string) => string;
};

/** Says above a dialog's form which fields another user saved while it was open. */
export function ChangedFields<D extends Draft>({
  what,
  before,
  now,
  labels,
  say = (_, value) => value,
}: Props<D>) {
  const fields = Object.keys(labels) as (keyof D & string)[];
  return (
    <Meanwhile title={`${what} changed while you were editing`}>
      <ul className="mt-2 list-disc ps-5">
        {fields
          .filter((field) => before[field] !== now[field])
          .map((field) => (
            <li key={field} className="wrap-anywhere">
              {labels[field]}: {say(field, before[field] ?? '') || 'none'} is now{' '}
              {say(field, now[field] ?? '') || 'none'}
            </li>
          ))}
      </ul>
      <p className="mt-2">Nothing was saved yet. What you typed is still here: check it and save again.</p>
    </Meanwhile>
  );
}
