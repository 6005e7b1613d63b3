import { useId } from 'react';
import { momentOf, wallTimeAt } from '#contract/time/wall-time.ts';
import { TextField } from '#web/components/form/field.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import type { Publication, When } from './publication.ts';

const CHOICES: Record<When, { label: string; hint: string }> = {
  draft: { label: 'Draft', hint: 'Only you and the school’s admins see it.' },
  now: { label: 'Publish now', hint: 'Everyone can read it as soon as it is saved.' },
  at: { label: 'Publish later', hint: 'Everyone can read it from the day and time you choose.' },
  since: { label: 'Stay published', hint: 'What you change is public as soon as it is saved.' },
};

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
  const choices: When[] = isPublished ? ['since', 'draft', 'at'] : ['draft', 'now', 'at'];
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-sm">Who can read it</legend>
      <ul className="grid gap-2.5 sm:grid-cols-3">
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
                  {CHOICES[when].label}
                </span>
                <span id={`${id}-${when}-hint`} className="block text-quiet text-sm">
                  {CHOICES[when].hint}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {value.when === 'at' && (
        <div className="mt-4 max-w-sm">
          <TextField
            label="Day and time"
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
function whenWords(at: string, zone: string, written: (moment: number) => string): string {
  const clock = `In the school’s time (${zone.replace('Etc/', '').replaceAll('_', ' ')}).`;
  const moment = momentOf(at, zone);
  if (moment === undefined) return clock;
  const shown = written(moment);
  if (wallTimeAt(moment, zone) !== at)
    return `${clock} Clocks are put forward then, and this time is left out: it will be public on ${shown}.`;
  if (moment <= Date.now()) return `${clock} This has passed: it is public at once, dated ${shown}.`;
  return clock;
}
