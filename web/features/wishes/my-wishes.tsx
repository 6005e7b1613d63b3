import type { Wish } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { NameTag } from '#web/components/people/name-tag.tsx';
import { Day } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { type Family, isFamily, tagOf } from '#web/lib/family/family.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { rich } from '#web/lib/rich.ts';
import { wishChanges } from './changes.ts';
import { timeWords } from './time-words.ts';
import { whatWords } from './wish-words.ts';

/** What a family has said would suit; nothing where it said nothing. */
export function MyWishes({ wishes, family }: { wishes: readonly Wish[]; family: Family }) {
  if (wishes.length === 0) return null;
  return (
    <section aria-labelledby="my-wishes" className="mt-8">
      <h2 id="my-wishes" className="text-subheading">
        {t('wishes.my_wishes')}
      </h2>
      <ul className="mt-4 grid gap-3">
        {wishes.map((wish) => (
          <OneWish key={wish._id} wish={wish} family={family} />
        ))}
      </ul>
    </section>
  );
}

function OneWish({ wish, family }: { wish: Wish; family: Family }) {
  const { isBusy, run } = useChange(wishChanges, 'endWish');
  const { clock } = useFormats();
  const { school } = useConfig();
  const what = whatWords(wish, school);
  const mayEnd = family.find(({ _id }) => _id === wish.learnerid)?.mayenrol;
  return (
    <li className="panel flex flex-wrap items-center gap-4 p-4">
      <div className="min-w-[min(11rem,100%)] flex-1">
        <p className="wrap-anywhere font-semibold">{what}</p>
        {isFamily(family) && (
          <p className="my-1">
            <NameTag {...tagOf(family, wish)} />
          </p>
        )}
        <p className="text-sm">{timeWords(wish.hours, clock)}</p>
        <p className="text-quiet text-sm">{rich('wishes.stands_until', { day: <Day at={wish.endsat} /> })}</p>
      </div>
      {mayEnd && (
        <ActionButton
          className="btn btn-outline btn-sm btn-paper"
          isBusy={isBusy}
          onClick={() => run({ id: wish._id })}
        >
          {rich('wishes.end', { what, hidden: (text) => <span className="sr-only">{text}</span> })}
        </ActionButton>
      )}
    </li>
  );
}
