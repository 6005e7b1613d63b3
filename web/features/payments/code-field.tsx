import { type FormEvent, useId, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { CODE_MAX } from '#contract/discounts/calls.ts';
import { t } from '#languages/t.ts';
import type { EnteredCode } from './entered-code.ts';

/** A code that the payer enters, opened on demand; it stands in the address of the page. */
export function CodeField({ entered: { code, isUsed, problem } }: { entered: EnteredCode }) {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const [isOpen, setIsOpen] = useState(problem !== undefined);
  const isBusy = useNavigation().state !== 'idle';

  const go = (next: string | undefined) => {
    const changed = new URLSearchParams(params);
    if (next) changed.set('code', next);
    else changed.delete('code');
    setParams(changed, { replace: true, preventScrollReset: true });
  };
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    go(String(new FormData(event.currentTarget).get('code')).trim());
  }

  if (code && !problem)
    return (
      <div className="mt-4 border-base-300 border-t pt-4 text-sm" role="status">
        <p className="wrap-anywhere">
          {t(isUsed ? 'discounts.code_is_used' : 'discounts.code_not_used', { code })}
        </p>
        <button type="button" className="link mt-1 inline-block min-h-6" onClick={() => go(undefined)}>
          {t('discounts.remove_code')}
        </button>
      </div>
    );
  return (
    <div className="mt-4 border-base-300 border-t pt-4">
      <button
        type="button"
        className="link inline-block min-h-6 text-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('discounts.have_code')}
      </button>
      <form id={id} hidden={!isOpen} className="mt-3" onSubmit={send} noValidate>
        <label className="field block">
          <span className="font-semibold text-sm">{t('discounts.code')}</span>
          <input
            name="code"
            className="input mt-1 w-full"
            defaultValue={code}
            maxLength={CODE_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="auto"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
          />
        </label>
        {problem && (
          <p id={`${id}-problem`} role="alert" className="mt-1 font-medium text-error text-sm">
            {problem}
          </p>
        )}
        <button type="submit" className="btn btn-outline btn-sm mt-3" disabled={isBusy}>
          {t('discounts.use_code')}
        </button>
      </form>
    </div>
  );
}
