import { type KeyboardEvent, useState } from 'react';
import { SEARCH_WORDS_MAX } from '#contract/pages.ts';
import { t } from '#languages/t.ts';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { type InstructorPage, useInstructorSearch } from './instructor-search.ts';

/** In a form, Enter would send it. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

/** Chooses an instructor from a list, which can be searched where it is long; who was chosen stays in it. */
export function InstructorField({
  label,
  first,
}: {
  label: string;
  /** The instructors shown before a search. */
  first: InstructorPage;
}) {
  const { items, next, total, problem, search } = useInstructorSearch(first);
  const [chosen, setChosen] = useState<InstructorPage['items'][number]>();
  const others = items.filter(({ email }) => email !== chosen?.email);
  const offered = chosen ? [chosen, ...others] : others;
  const labels = offered.map(({ name, email }) => [email, `${name}, ${email}`] as const);
  const isNobodyFound = items.length === 0;
  return (
    <>
      {first.next && (
        <TextField
          label={t('classes.search_instructors')}
          type="search"
          maxLength={SEARCH_WORDS_MAX}
          onChange={({ target }) => search(target.value)}
          onKeyDown={keepEnter}
          error={problem || (isNobodyFound ? t('classes.no_instructors_match_your_search') : null)}
        />
      )}
      <SelectField
        label={label}
        name="instructoremail"
        value={chosen?.email ?? ''}
        onChange={({ target }) => setChosen(offered.find(({ email }) => email === target.value))}
        options={['', ...labels.map(([email]) => email)]}
        optionLabels={{ '': t('classes.instructor_to_choose'), ...Object.fromEntries(labels) }}
        hint={next && t('classes.first_of_all', { count: items.length, total })}
      />
    </>
  );
}
