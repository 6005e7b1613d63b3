import { type FormEvent, useEffect, useRef } from 'react';
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router';
import { COUNT_MAX, SEARCH_WORDS_MAX } from '#contract/pages.ts';
import { t } from '#languages/t.ts';
import { Search } from '#web/components/icons/search.tsx';
import { useSlash } from '#web/lib/focus/use-slash.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

const TYPING_MS = 300;

/** Keeps the fields of a filter and the address in step; `names` are those of the choices. */
function useFilterForm(names: readonly string[]) {
  const [parameters] = useSearchParams();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const q = parameters.get('q') ?? '';
  const named = names.join(' ');
  const chosenOf = (name: string) => parameters.get(name) ?? '';

  // Going back shows the earlier search; text that is being typed stays.
  useEffect(() => {
    const fields = form.current?.elements;
    const words = fields?.namedItem('q') as HTMLInputElement;
    if (document.activeElement !== words) words.value = q;
    for (const name of [...named.split(' '), 'sort']) {
      const select = fields?.namedItem(name) as HTMLSelectElement | null;
      if (select) select.value = parameters.get(name) ?? '';
    }
  }, [q, parameters, named]);

  function apply() {
    clearTimeout(timer.current);
    if (!form.current) return;
    const filled = [...new FormData(form.current)].filter(([, value]) => value !== '') as [string, string][];
    void submit(new URLSearchParams(filled), { replace: true, preventScrollReset: true });
  }
  function onChange({ target }: FormEvent) {
    clearTimeout(timer.current);
    if ((target as HTMLInputElement).name === 'q') timer.current = setTimeout(apply, TYPING_MS);
    else apply();
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    apply();
  }
  return { form: { ref: form, onChange, onSubmit }, q, chosenOf };
}

type Choice = { name: string; label: string; all: string; options: Readonly<Record<string, string>> };

/**
 * Searches a long list by words and narrows it by choices; the address holds them, so that a page can be
 * kept, sent and gone back to. Applied while typing.
 */
export function ListFilter({
  label,
  choices,
  sorts,
  total,
}: {
  /** What it does, e.g. `Search classes`. */
  label: string;
  /** Each option by what stands in the address; `all` is that of none. */
  choices: readonly Choice[];
  /**
   * How the list can be ordered, by what stands in the address, the way in which it comes by itself first;
   * shown where tables are cards.
   */
  sorts?: Readonly<Record<string, string>>;
  /** How many were found, as the server counts. */
  total?: number;
}) {
  const { form, q, chosenOf } = useFilterForm(choices.map(({ name }) => name));
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  return (
    <Form {...form} role="search" aria-label={label} className="field mb-5 flex flex-wrap items-center gap-3">
      <label className="input min-w-0 flex-[1_1_14rem]">
        <Search className="size-4 text-quiet" aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-keyshortcuts="/"
          dir="auto"
          name="q"
          maxLength={SEARCH_WORDS_MAX}
          defaultValue={q}
          placeholder={label}
          aria-label={label}
        />
      </label>
      {choices.map(({ name, label: of, all, options }) => (
        <select
          key={name}
          name={name}
          defaultValue={chosenOf(name)}
          aria-label={of}
          className="select flex-[1_1_8rem] sm:max-w-44"
        >
          <option value="">{all}</option>
          {Object.entries(options).map(([value, option]) => (
            <option key={value} value={value}>
              {option}
            </option>
          ))}
        </select>
      ))}
      {sorts && (
        <select
          name="sort"
          defaultValue={chosenOf('sort')}
          aria-label={t('common.order')}
          className="select flex-[1_1_8rem] sm:max-w-52 xl:hidden"
        >
          {Object.entries(sorts).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {total !== undefined && <Found total={total} />}
    </Form>
  );
}

function Found({ total }: { total: number }) {
  const isLoading = useNavigation().state === 'loading';
  const { count } = useFormats();
  return (
    <output aria-busy={isLoading} className="ms-auto flex items-center gap-2 text-quiet text-sm">
      {isLoading && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
      {total > COUNT_MAX
        ? t('common.more_found', { count: count(COUNT_MAX) })
        : t('common.found', { count: count(total) })}
    </output>
  );
}
