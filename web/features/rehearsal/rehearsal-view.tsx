import { type ReactNode, useState } from 'react';
import type {
  Forward,
  Rehearsal,
  RehearsalMail,
  RehearsalScene,
  SceneCode,
} from '#contract/rehearsal/calls.ts';
import { FORWARDS } from '#contract/rehearsal/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CircleCheck } from '#web/components/icons/circle-check.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { rehearsalChanges } from './changes.ts';

/** The window of the copy: each link into it opens there, so that there is one beside the clock. */
const WINDOW = 'cadenza-rehearsal';

const FORWARD_WORDS = {
  hour: 'rehearsal.an_hour',
  day: 'rehearsal.a_day',
  term: 'rehearsal.a_term',
} as const satisfies Record<Forward, PlainId>;

const SCENE_WORDS = {
  'sold-out': { title: 'rehearsal.scene_sold_out', comes: 'rehearsal.sold_out_comes' },
  refund: { title: 'rehearsal.scene_refund', comes: 'rehearsal.refund_comes' },
  offer: { title: 'rehearsal.scene_offer', comes: 'rehearsal.offer_comes' },
  'lesson-cancelled': {
    title: 'rehearsal.scene_lesson_cancelled',
    comes: 'rehearsal.lesson_cancelled_comes',
  },
  'term-billed': { title: 'rehearsal.scene_term_billed', comes: 'rehearsal.term_billed_comes' },
} as const satisfies Record<SceneCode, { title: PlainId; comes: PlainId }>;

const Problem = ({ children }: { children: string }) => (
  <p
    role="alert"
    className={
      children
        ? 'wrap-anywhere mt-4 max-w-2xl rounded-field bg-error/10 px-4 py-3 font-medium text-error text-sm'
        : 'sr-only'
    }
  >
    {children}
  </p>
);

/** Before there is a copy: what it will be, and how it begins. */
export function BeginRehearsal({ isStarting }: { isStarting: boolean }) {
  const { isBusy, problem, run } = useChange(rehearsalChanges, 'start');
  const isAtWork = isBusy || isStarting;
  return (
    <section className="panel mt-6 max-w-3xl space-y-4 p-6">
      <p>{t('rehearsal.what_is_copied')}</p>
      <p>{t('rehearsal.real_stays')}</p>
      <ActionButton className="btn btn-primary" isBusy={isAtWork} onClick={() => void run()}>
        {t('rehearsal.start')}
      </ActionButton>
      <p role="status" className={isAtWork ? 'text-quiet' : 'sr-only'}>
        {isAtWork && t('rehearsal.starting')}
      </p>
      <Problem>{problem}</Problem>
    </section>
  );
}

/** A copy that runs: its clock, what has happened in it, and its mails beside. */
export function RunningRehearsal({ rehearsal }: { rehearsal: Rehearsal }) {
  return (
    <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="space-y-6">
        <Clock {...rehearsal} />
        <Scenes scenes={rehearsal.scenes} />
      </div>
      <Mails mails={rehearsal.mails} />
    </div>
  );
}

function Clock({ state, now, until, address, endsat, startedby }: Rehearsal) {
  const { isBusy, problem, run } = useChange(rehearsalChanges, 'forward');
  const { run: end } = useChange(rehearsalChanges, 'end');
  const [asked, setAsked] = useState<Forward>();
  const [isEnding, setIsEnding] = useState(false);
  const { moment, time } = useFormats();
  const isMoving = state === 'moving' || isBusy;
  return (
    <section aria-labelledby="copy-clock" className="panel p-5 sm:p-6">
      <h2 id="copy-clock" className="text-subheading">
        {t('rehearsal.clock')}
      </h2>
      {now && <p className="mt-2 font-display text-lead">{t('rehearsal.it_is', { moment: moment(now) })}</p>}
      <p role="status" className={until ? 'mt-1 text-quiet text-sm' : 'sr-only'}>
        {until && t('rehearsal.on_its_way', { moment: moment(until) })}
      </p>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:*:grow">
        {FORWARDS.map((forward) => (
          <ActionButton
            key={forward}
            className="btn btn-primary"
            isBusy={isMoving && asked === forward}
            isUnavailable={isMoving}
            onClick={() => {
              setAsked(forward);
              void run(forward);
            }}
          >
            {t(FORWARD_WORDS[forward])}
          </ActionButton>
        ))}
      </div>
      <Problem>{problem}</Problem>
      <div className="mt-6 flex flex-wrap gap-3 border-base-300 border-t pt-5 max-sm:*:grow">
        {address && (
          <a href={address} target={WINDOW} className="btn btn-outline">
            {t('rehearsal.open_copy')}
          </a>
        )}
        <button type="button" className="btn btn-ghost text-error" onClick={() => setIsEnding(true)}>
          {t('rehearsal.end')}
        </button>
      </div>
      {endsat && startedby && (
        <p className="wrap-anywhere mt-3 text-quiet text-sm">
          {t('rehearsal.ends_at', { name: startedby, time: time(endsat) })}
        </p>
      )}
      {isEnding && (
        <ConfirmDialog
          title={t('rehearsal.ask_end')}
          confirmLabel={t('rehearsal.end')}
          onConfirm={() => end()}
          onClose={() => setIsEnding(false)}
        >
          <p>{t('rehearsal.end_means')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function Scenes({ scenes }: { scenes: readonly RehearsalScene[] }) {
  return (
    <section aria-labelledby="copy-scenes" className="panel p-5 sm:p-6">
      <h2 id="copy-scenes" className="text-subheading">
        {t('rehearsal.scenes')}
      </h2>
      <ol className="mt-3 divide-y divide-base-300">
        {scenes.map((scene) => (
          <Scene key={scene.code} {...scene} />
        ))}
      </ol>
    </section>
  );
}

const hidden = (words: ReactNode) => <span className="sr-only">{words}</span>;

function Scene({ code, state, at, classname, url }: RehearsalScene) {
  const { moment } = useFormats();
  const { title, comes } = SCENE_WORDS[code];
  const scene = t(title);
  const isDone = state === 'done';
  return (
    <li className="flex gap-3 py-4">
      {isDone ? (
        <CircleCheck className="mt-0.5 size-6 shrink-0 text-success" aria-hidden="true" />
      ) : (
        <span className="mt-0.5 size-6 shrink-0 rounded-full border-2 border-base-300" aria-hidden="true" />
      )}
      <div className="min-w-0 grow">
        <h3 className={`font-sans font-semibold text-base ${isDone ? '' : 'text-quiet'}`}>
          {rich(isDone ? 'rehearsal.scene_done' : 'rehearsal.scene_coming', { scene, hidden })}
        </h3>
        <p className="wrap-anywhere mt-1 text-quiet text-sm">
          {isDone && at && t('rehearsal.happened', { class: classname ?? '', moment: moment(at) })}
          {state === 'coming' && t(comes)}
          {state === 'missing' && t('rehearsal.scene_missing')}
        </p>
        {url && (
          <a
            href={url}
            target={WINDOW}
            className="link link-primary mt-1 inline-block min-h-6 text-sm"
            aria-label={t('rehearsal.see_scene', { scene })}
          >
            {t('rehearsal.see_it')}
          </a>
        )}
      </div>
    </li>
  );
}

function Mails({ mails }: { mails: readonly RehearsalMail[] }) {
  return (
    <section aria-labelledby="copy-mails" className="panel p-5 sm:p-6">
      <h2 id="copy-mails" className="text-subheading">
        {t('rehearsal.mails')}
      </h2>
      <p className="mt-1 text-quiet text-sm">{t('rehearsal.mails_stay')}</p>
      {mails.length === 0 ? (
        <p className="mt-4">{t('rehearsal.no_mails')}</p>
      ) : (
        <ul className="mt-3 max-h-[42rem] divide-y divide-base-300 overflow-y-auto">
          {mails.map((mail) => (
            <Mail key={mail._id} {...mail} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Mail({ to, subject, text, at }: RehearsalMail) {
  const { moment } = useFormats();
  return (
    <li>
      <details className="group py-3">
        <summary className="cursor-pointer">
          <span className="wrap-anywhere font-semibold">{subject}</span>
          <span className="wrap-anywhere block text-quiet text-sm">
            {t('rehearsal.mail_to', { to, moment: moment(at) })}
          </span>
        </summary>
        <p
          dir="auto"
          className="wrap-anywhere mt-3 whitespace-pre-line rounded-field bg-base-200 p-4 text-sm"
        >
          {text}
        </p>
      </details>
    </li>
  );
}
