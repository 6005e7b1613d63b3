import { type Ref, useId } from 'react';
import { t } from '#languages/t.ts';

/** What is said of a choice, and what it puts into the form. */
type Choice<Typed> = readonly [said: string, typed: Typed];

type Props<Typed> = {
  title: string;
  /** Choices of one kind below what they are. */
  groups: readonly { words: string; choices: readonly Choice<Typed>[] }[];
  onChoose: (typed: Typed) => void;
  ref?: Ref<HTMLElement> | undefined;
  /** The id of why it is offered. */
  describedBy?: string;
};

/** Rooms and times that are free, where what was wanted is not: a tap puts one into the form. */
export function FreeInstead<Typed>({ title, groups, onChoose, ref, describedBy }: Props<Typed>) {
  const id = useId();
  const some = groups.filter(({ choices }) => choices.length > 0);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      aria-describedby={describedBy}
      className="space-y-3 rounded-field bg-honey p-4"
    >
      <h3 id={id} className="font-semibold text-base">
        {title}
      </h3>
      {some.length === 0 && <p className="text-sm">{t('lessons.nothing_free')}</p>}
      {some.map(({ words, choices }) => (
        <Choices key={words} words={words} choices={choices} onChoose={onChoose} />
      ))}
    </section>
  );
}

type ChoicesProps<Typed> = Pick<Props<Typed>, 'onChoose'> & Props<Typed>['groups'][number];

function Choices<Typed>({ words, choices, onChoose }: ChoicesProps<Typed>) {
  const id = useId();
  return (
    <div>
      <p id={id} className="font-semibold text-sm">
        {words}
      </p>
      <ul aria-labelledby={id} className="mt-2 flex flex-wrap gap-2">
        {choices.map(([said, typed]) => (
          <li key={said} className="min-w-0">
            <button
              type="button"
              className="btn btn-outline btn-sm wrap-anywhere h-auto min-h-8 bg-base-100 py-1"
              onClick={() => onChoose(typed)}
            >
              {said}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
