import { useState } from 'react';
import { Link } from 'react-router';
import { NAME_CONSENTS, type OwnRecital, recitalPath } from '#contract/recitals/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { consentChanges } from './changes.ts';

/**
 * The recitals to come in which learners of a family take part, each with the question how they are named;
 * nothing where there are none.
 */
export function OwnRecitals({ recitals }: { recitals: readonly OwnRecital[] }) {
  const { weekday, clock } = useFormats();
  const shown = recitals.filter(({ learners }) => learners.length > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="own-recitals" className="panel mt-8 p-5 print:hidden">
      <h2 id="own-recitals" className="text-subheading">
        {t('recitals.recitals')}
      </h2>
      <ul className="mt-2 divide-y divide-base-300">
        {shown.map((recital) => (
          <li key={recital._id} className="py-4">
            <p className="wrap-anywhere font-semibold">
              {recital.public && !recital.cancelled ? (
                <Link to={recitalPath(recital)} className="underline-offset-2 hover:underline">
                  <OwnWords>{recital.name}</OwnWords>
                </Link>
              ) : (
                <OwnWords>{recital.name}</OwnWords>
              )}
            </p>
            <p className="wrap-anywhere text-quiet first-letter:uppercase">
              {recital.cancelled && <strong className="text-error">{t('recitals.is_called_off')} </strong>}
              {[`${weekday(recital.day)}, ${clock(recital.starttime)}`, recital.room]
                .filter(Boolean)
                .join(', ')}
            </p>
            {!recital.cancelled &&
              recital.learners.map((learner) => (
                <Consent key={learner.learnerid} recitalid={recital._id} {...learner} />
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Learner = OwnRecital['learners'][number];

/** What a child plays, and how the programme and the public page name it. */
function Consent({ recitalid, ...learner }: Learner & { recitalid: string }) {
  const { learnerid, learnername, consent, mayanswer, choices, pieces } = learner;
  const { isBusy, run } = useChange(consentChanges, 'consentToRecital');
  const [chosen, setChosen] = useState<string>();
  const shown = chosen ?? consent;
  async function choose(name: (typeof NAME_CONSENTS)[number]) {
    setChosen(name);
    await run({ id: recitalid, learnerid, name });
    setChosen(undefined);
  }
  return (
    <div className="mt-3">
      <p className="wrap-anywhere">
        {t('recitals.plays', {
          name: learnername,
          pieces: pieces
            .map(({ title, composer }) => [title, composer].filter(Boolean).join(', '))
            .join('; '),
        })}
      </p>
      {mayanswer ? (
        <fieldset className="mt-2" aria-busy={isBusy}>
          <legend className="font-semibold text-sm">{t('recitals.how_named', { name: learnername })}</legend>
          <div className="mt-1.5 flex flex-col gap-2">
            {NAME_CONSENTS.map((name) => (
              <label key={name} className="flex cursor-pointer items-start gap-2.5">
                <input
                  type="radio"
                  name={`${recitalid} ${learnerid}`}
                  className="radio radio-sm radio-primary mt-0.5"
                  checked={shown === name}
                  onChange={() => choose(name)}
                />
                <span className="wrap-anywhere">{choices[name]}</span>
              </label>
            ))}
          </div>
          {consent === null && (
            <p className="mt-2 text-quiet text-sm">{t('recitals.until_answer', { name: learner.printed })}</p>
          )}
        </fieldset>
      ) : (
        <p className="text-quiet text-sm">{t('recitals.printed_as', { names: learner.printed })}</p>
      )}
    </div>
  );
}
