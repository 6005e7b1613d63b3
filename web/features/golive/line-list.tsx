import { Link } from 'react-router';
import type { GoLiveLine } from '#contract/golive/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CircleCheck } from '#web/components/icons/circle-check.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { goLiveChanges } from './changes.ts';
import { LINE_WORDS } from './line-words.ts';

/** What a school needs before it opens, each with the way to it. */
export function LineList({ lines }: { lines: readonly GoLiveLine[] }) {
  return (
    <ul className="panel mt-6 divide-y divide-base-300">
      {lines.map((line) => (
        <li key={line.code} className="flex gap-4 p-5">
          <Mark isDone={line.done} />
          <div className="flex min-w-0 grow flex-wrap items-start gap-x-6 gap-y-3">
            <div className="min-w-0 grow basis-64">
              <h2 className={`font-sans font-semibold text-base ${line.done ? 'text-quiet' : ''}`}>
                {rich(line.done ? 'golive.title_done' : 'golive.title_to_do', {
                  title: t(LINE_WORDS[line.code].title),
                  hidden: (words) => <span className="sr-only">{words}</span>,
                })}
              </h2>
              <p className={`wrap-anywhere mt-1 ${line.done ? 'text-quiet text-sm' : ''}`}>{line.sentence}</p>
            </div>
            {line.code === 'sender' ? <TestMail isDone={line.done} /> : <Way line={line} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  if (isDone) return <CircleCheck className="mt-0.5 size-6 shrink-0 text-success" aria-hidden="true" />;
  return <span className="mt-0.5 size-6 shrink-0 rounded-full border-2 border-base-300" aria-hidden="true" />;
}

/** Where a line is mended; what is done may be looked at again. */
function Way({ line: { code, done } }: { line: GoLiveLine }) {
  const { title, link } = LINE_WORDS[code];
  if (!link) return null;
  const label = t(done ? 'common.change' : link.label);
  return (
    <Link
      to={link.to}
      className={`btn btn-sm ${done ? 'btn-ghost' : 'btn-primary'}`}
      aria-label={`${label}: ${t(title)}`}
    >
      {label}
    </Link>
  );
}

function TestMail({ isDone }: { isDone: boolean }) {
  const { isBusy, problem, run } = useChange(goLiveChanges, 'sendTestMail');

  return (
    <div className="max-sm:w-full">
      <ActionButton
        className={`btn btn-sm ${isDone ? 'btn-ghost' : 'btn-primary'}`}
        isBusy={isBusy}
        onClick={() => void run()}
      >
        {t(isDone ? 'golive.send_me_another' : 'golive.send_me_email')}
      </ActionButton>
      <p
        role="alert"
        className={
          problem
            ? 'wrap-anywhere mt-3 max-w-md rounded-field bg-error/10 px-4 py-3 font-medium text-error text-sm'
            : 'sr-only'
        }
      >
        {problem}
      </p>
    </div>
  );
}
