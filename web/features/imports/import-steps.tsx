import { useEffect, useRef } from 'react';
import type { Import } from '#contract/imports/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { focusQuietly } from '#web/lib/focus/focus-quietly.ts';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import type { ImportSteps as Steps } from './use-import.ts';
import { VerdictsStep } from './verdicts-step.tsx';

const STEPS = [
  'imports.step_file',
  'imports.step_columns',
  'imports.step_lines',
] as const satisfies readonly PlainId[];
const TITLES = [
  'imports.choose_file',
  'imports.match_columns',
  'imports.what_will_happen',
] as const satisfies readonly PlainId[];

/** The step that an import is at, below the three of them. */
export function ImportSteps({ steps, working }: { steps: Steps; working: Import | undefined }) {
  const { chosen, told } = steps;
  const at = told ? 2 : chosen ? 1 : 0;
  const title = told?.isDone ? t('imports.what_happened') : t(TITLES[at]);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasAt = useRef(title);
  useEffect(() => {
    // The next step stands in the place of what was clicked.
    if (wasAt.current !== title && heading.current) focusQuietly(heading.current);
    wasAt.current = title;
  }, [title]);
  return (
    <section aria-labelledby="step">
      <ol
        className="mb-6 flex flex-wrap items-center gap-x-2 gap-y-2 font-semibold text-sm sm:gap-x-3"
        aria-label={t('imports.steps')}
      >
        {STEPS.map((name, place) => (
          <li
            key={name}
            className={`flex items-center gap-2 ${place > 0 ? 'before:h-px before:w-2 before:bg-base-300 sm:before:w-10' : ''} ${place === at ? '' : 'text-quiet'}`}
            aria-current={place === at ? 'step' : undefined}
          >
            <span
              className={`grid size-7 place-items-center rounded-full ${place <= at ? 'bg-primary text-primary-content' : 'border border-base-300'}`}
            >
              {place + 1}
            </span>
            {t(name)}
          </li>
        ))}
      </ol>
      <h2 id="step" ref={heading} className="mb-4 scroll-mt-24 text-subheading outline-none">
        {title}
      </h2>
      {chosen && told ? (
        <VerdictsStep chosen={chosen} told={told} steps={steps} working={working} />
      ) : chosen ? (
        <ColumnsStep {...steps} chosen={chosen} />
      ) : (
        <FileStep {...steps} />
      )}
    </section>
  );
}
