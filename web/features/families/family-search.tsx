import { useRef } from 'react';
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router';
import { SEARCH_WORDS_MAX } from '#contract/pages.ts';
import { t } from '#languages/t.ts';
import { Search } from '#web/components/icons/search.tsx';
import { useSlash } from '#web/lib/focus/use-slash.ts';

const TYPING_MS = 300;

/**
 * Looks for families while one types; the address holds the words. `classid` is kept beside them, where a
 * learner is to be enrolled.
 */
export function FamilySearch({ found }: { found?: string }) {
  const [parameters] = useSearchParams();
  const submit = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLoading = useNavigation().state === 'loading';
  const classid = parameters.get('classid');
  return (
    <Form
      role="search"
      aria-label={t('families.search_families')}
      className="field mb-5 flex flex-wrap items-center gap-3"
      onChange={({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(
          () => void submit(currentTarget, { replace: true, preventScrollReset: true }),
          TYPING_MS,
        );
      }}
    >
      <label className="input min-w-0 flex-[1_1_22rem]">
        <Search className="size-4 text-quiet" aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-keyshortcuts="/"
          dir="auto"
          name="q"
          maxLength={SEARCH_WORDS_MAX}
          defaultValue={parameters.get('q') ?? ''}
          placeholder={t('families.search_placeholder')}
          aria-label={t('families.search_placeholder')}
        />
      </label>
      {classid && <input type="hidden" name="classid" value={classid} />}
      {found && (
        <output aria-busy={isLoading} className="ms-auto text-quiet text-sm">
          {found}
        </output>
      )}
    </Form>
  );
}
