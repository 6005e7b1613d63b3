import { useId } from 'react';
import { momentOf, wallTimeAt } from '#contract/time/wall-time.ts';
import { type PlainId, t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { useSession } from '#web/lib/session/session.ts';
import type { Publication, When } from './publication.ts';

const CHOICES = {
  draft: { label: 'blogs.draft', hint: 'blogs.draft_hint' },
  waiting: { label: 'blogs.ask_review', hint: 'blogs.ask_review_hint' },
  now: { label: 'blogs.publish_now', hint: 'blogs.publish_now_hint' },
  at: { label: 'blogs.publish_later', hint: 'blogs.publish_later_hint' },
  since: { label: 'blogs.stay_published', hint: 'blogs.stay_published_hint' },
} as const satisfies Record<When, { label: PlainId; hint: PlainId }>;

/** What an admin chooses who has decided nothing yet about a post that waits. */
const KEPT_WAITING = { label: 'blogs.keep_waiting', hint: 'blogs.keep_waiting_hint' } as const;
/** What a teacher chooses by whose change a post would be public no longer. */
const PUBLIC_TO_WAITING = { label: 'blogs.ask_review', hint: 'blogs.ask_review_public_hint' } as const;

/** Whether posts of who is signed in wait for an admin whatever they choose. */
export function useIsAlwaysReviewed(): boolean {
  const session = useSession();
  const { reviewposts } = useConfig().school;
  const isAdmin = session.state === 'signed-in' && session.user.role === 'admin';
  return reviewposts === 'always' && !isAdmin;
}

function choicesOf({ isAlways, isAdmin, isPublished, initial }: Choosing): When[] {
  if (isAlways) return ['draft', 'waiting'];
  const others: When[] = isPublished ? ['since', 'draft', 'at'] : ['draft', 'now', 'at'];
  return isAdmin && initial.when !== 'waiting' ? others : [...others, 'waiting'];
}

type Choosing = { isAlways: boolean; isAdmin: boolean; isPublished: boolean; initial: Publication };

/** When a post is public. `isPublished`: whether it is public already. */
export function PublicationField({
  value,
  initial,
  isPublished,
  error,
  onChange,
}: {
  value: Publication;
  initial: Publication;
  isPublished: boolean;
  error: string | undefined;
  onChange: (next: Publication) => void;
}) {
  const id = useId();
  const { timezone } = useConfig().school;
  const { moment } = useHours();
  const session = useSession();
  const isAdmin = session.state === 'signed-in' && session.user.role === 'admin';
  const isAlways = useIsAlwaysReviewed();
  const choices = choicesOf({ isAlways, isAdmin, isPublished, initial });
  const waiting = isAdmin ? KEPT_WAITING : isPublished ? PUBLIC_TO_WAITING : CHOICES.waiting;
  const wordsOf = (when: When) => (when === 'waiting' ? waiting : CHOICES[when]);
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-sm">{t('blogs.who_can_read_it')}</legend>
      <ul className={`grid gap-2.5 ${choices.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {choices.map((when) => (
          <li key={when}>
            <label className="flex h-full cursor-pointer items-start gap-3 rounded-field border border-base-300 bg-base-100 p-3 has-checked:border-primary has-checked:bg-mist/50">
              <input
                type="radio"
                name="when"
                value={when}
                defaultChecked={when === initial.when}
                aria-labelledby={`${id}-${when}`}
                aria-describedby={`${id}-${when}-hint`}
                className="radio radio-primary radio-sm mt-0.5"
                onChange={() => onChange({ ...value, when })}
              />
              <span>
                <span id={`${id}-${when}`} className="block font-medium">
                  {t(wordsOf(when).label)}
                </span>
                <span id={`${id}-${when}-hint`} className="block text-quiet text-sm">
                  {t(wordsOf(when).hint)}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {value.when === 'at' && (
        <div className="mt-4 max-w-sm">
          <TextField
            label={t('blogs.day_and_time')}
            name="at"
            type="datetime-local"
            min="2000-01-01T00:00"
            max="9999-12-31T23:59"
            defaultValue={initial.at}
            error={error}
            hint={whenWords(value.at, timezone, moment)}
            onChange={({ target }) => onChange({ ...value, at: target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}

/** What a chosen time comes to: clocks that are changed may leave it out, and it may have passed. */
function whenWords(at: string, timezone: string, written: (moment: number) => string): string {
  const zone = timezone.replace('Etc/', '').replaceAll('_', ' ');
  const moment = momentOf(at, timezone);
  if (moment === undefined) return t('blogs.in_school_time', { zone });
  const shown = { zone, moment: written(moment) };
  if (wallTimeAt(moment, timezone) !== at) return t('blogs.left_out_by_clocks', shown);
  return moment <= Date.now() ? t('blogs.has_passed', shown) : t('blogs.in_school_time', { zone });
}
