import { useEffect, useState } from 'react';
import { familyCalls } from '#contract/families/calls.ts';
import { SEARCH_WORDS_MAX } from '#contract/pages.ts';
import { PERFORMERS_MAX } from '#contract/recitals/calls.ts';
import { PEOPLE_SHOWN, type RecitalPieces, recitalOfficeCalls } from '#contract/recitals/office-calls.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { CirclePlus } from '#web/components/icons/circle-plus.tsx';
import { X } from '#web/components/icons/x.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { rich } from '#web/lib/rich.ts';
import { useMay } from '#web/lib/session/may.ts';

const api = apiOf(familyCalls, recitalOfficeCalls);

export type Chosen = { learnerid: string; name: string };

/** Whom pieces of a recital may name: those that are known, and whether there are more, who are asked for. */
export type Nameable = { recitalid: string; known: RecitalPieces['people']; hasMore: boolean };

const TYPING_MS = 250;
const SHOWN = 8;

async function askPeople(id: string, q: string): Promise<readonly Chosen[]> {
  const querystring = { q, limit: PEOPLE_SHOWN };
  const answer = await api.readPieces({ params: { id }, querystring }).catch(() => undefined);
  return answer?.people ?? [];
}

async function askFamilies(q: string): Promise<readonly Chosen[]> {
  const page = await api.searchFamilies({ querystring: { q } }).catch(() => undefined);
  return (page?.items ?? []).flatMap(({ learners }) =>
    learners
      .toSorted((one, other) => Number(one.self) - Number(other.self))
      .map(({ _id, learnername }) => ({ learnerid: _id, name: learnername })),
  );
}

/** Who has a name with these words: of the people that may be named, and for the office of every family. */
function useFound(
  words: string,
  { recitalid, known, hasMore }: Nameable,
  isShownFirst: boolean,
): readonly Chosen[] {
  const may = useMay()(familyCalls.searchFamilies);
  const [asked, setAsked] = useState<readonly Chosen[]>([]);
  const q = words.trim();
  useEffect(() => {
    setAsked([]);
    if (!q || !(may || hasMore)) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const lists = await Promise.all([hasMore ? askPeople(recitalid, q) : [], may ? askFamilies(q) : []]);
      if (!isOver) setAsked(lists.flat());
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [q, may, hasMore, recitalid]);
  const called = known.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  const found = new Map([...called, ...asked].map(({ learnerid, name }) => [learnerid, { learnerid, name }]));
  if (q) return [...found.values()];
  // A teacher's own students are the most likely to play: they are shown before anything is typed.
  return isShownFirst && !may ? known.filter(({ teaches }) => !teaches) : [];
}

/** Chooses people by name: `max` of them at most, one alone where it is 1. */
export function PeoplePicker({
  label,
  hint,
  error,
  people,
  chosen,
  max = PERFORMERS_MAX,
  onChange,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  people: Nameable;
  chosen: readonly Chosen[];
  max?: number;
  onChange: (chosen: readonly Chosen[]) => void;
}) {
  const [words, setWords] = useState('');
  const ids = new Set(chosen.map(({ learnerid }) => learnerid));
  const found = useFound(words, people, max > 1).filter(({ learnerid }) => !ids.has(learnerid));
  return (
    <div>
      {chosen.length < max && (
        <TextField
          label={label}
          hint={hint}
          error={error}
          type="search"
          autoComplete="off"
          maxLength={SEARCH_WORDS_MAX}
          placeholder={t('recitals.type_name')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (first && words.trim()) add(first);
          }}
        />
      )}
      {chosen.length >= max && <p className="mb-1.5 font-semibold text-sm">{label}</p>}
      {chosen.length < max && found.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {found.slice(0, SHOWN).map((one) => (
            <li key={one.learnerid}>
              <button type="button" className="btn btn-outline btn-sm" onClick={() => add(one)}>
                <CirclePlus className="size-4" aria-hidden="true" />
                {rich('recitals.choose', {
                  name: <span className="wrap-anywhere">{one.name}</span>,
                  hidden: (text) => <span className="sr-only">{text}</span>,
                })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {chosen.map(({ learnerid, name }) => (
            <li key={learnerid} className="flex items-center gap-1 rounded-field bg-mist py-1 ps-3 pe-1">
              <span className="wrap-anywhere">{name}</span>
              <button
                type="button"
                className="btn btn-ghost btn-square btn-xs"
                aria-label={t('recitals.remove', { name })}
                onClick={() => onChange(chosen.filter((one) => one.learnerid !== learnerid))}
              >
                <X className="size-4" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );

  function add(one: Chosen) {
    setWords('');
    onChange([...chosen, one]);
  }
}
