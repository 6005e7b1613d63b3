import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { recitalPath } from '#contract/recitals/calls.ts';
import { type Piece, type RecitalPieces, recitalOfficeCalls } from '#contract/recitals/office-calls.ts';
import { clockOf, runningTime, timesOf, type Warning, warningsOf } from '#contract/recitals/programme.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { CircleAlert } from '#web/components/icons/circle-alert.tsx';
import { Grip } from '#web/components/icons/grip.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, useChange, useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useMay } from '#web/lib/session/may.ts';
import { recitalChanges } from './changes.ts';
import { draftOf } from './draft-of.ts';
import { movePiece, placeBeside } from './move-piece.ts';
import type { Nameable } from './people-picker.tsx';
import { PieceDialog } from './piece-dialog.tsx';
import { PrintChanges } from './print-changes.tsx';
import { ProgrammeDialog } from './programme-dialog.tsx';
import { useDrag } from './use-drag.ts';
import { durationWords, warningWords } from './warning-words.ts';

const api = apiOf(recitalOfficeCalls);

/** The programme of a recital: its pieces in their order, to be moved, changed and printed. */
export function Builder({ recital, pieces: saved, people: known, morepeople, changes }: RecitalPieces) {
  const may = useMay();
  const [order, setOrder] = useState<readonly string[]>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const pieces = inOrder(saved, order);
  const isMoved = pieces.some(({ _id }, at) => _id !== saved[at]?._id);
  const isOffice = may(recitalOfficeCalls.addRecital);
  const seen = { id: recital._id, version: recital.version };
  const people = { recitalid: recital._id, known, hasMore: morepeople === true };
  const warnings = warningsOf(pieces, recital.starttime);

  const move = (id: string, to: number) =>
    setOrder((now) => movePiece(inOrder(saved, now), id, to).map(({ _id }) => _id));
  const { drag, handle } = useDrag(list, move);

  function step(event: KeyboardEvent, piece: Piece) {
    const steps: { readonly [key: string]: number | undefined } = {
      ArrowUp: placeBeside(pieces, piece._id, -1),
      ArrowDown: placeBeside(pieces, piece._id, 1),
      Home: 0,
      End: pieces.length - 1,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const to = steps[event.key];
    if (to === undefined) return;
    const after = movePiece(pieces, piece._id, to);
    const number = after.findIndex(({ _id }) => _id === piece._id) + 1;
    const { currentTarget } = event;
    flushSync(() => {
      setOrder(after.map(({ _id }) => _id));
      setSaid(t('recitals.is_now', { title: piece.title, number, count: pieces.length }));
    });
    // The row has gone elsewhere in the page: the handle keeps the focus, before the next key, and stays to be seen.
    (currentTarget as HTMLElement).focus();
    currentTarget.scrollIntoView({ block: 'nearest' });
  }

  async function suggest() {
    const outcome = await announce(api.suggestOrder({ params: { id: recital._id } }));
    if (!outcome.isDone) return;
    const { order: suggested } = outcome.answer;
    const isSame = suggested.every((id, at) => id === saved[at]?._id);
    setOrder(isSame ? undefined : suggested);
    setSaid(isSame ? t('recitals.nothing_better') : t('recitals.suggested'));
  }

  return (
    <>
      <Summary {...{ recital, pieces, warnings, isOffice }} onSuggest={suggest}>
        <DialogButton label={t('recitals.add_piece')} className="btn btn-primary">
          {(close) => <PieceDialog {...{ seen, pieces, people }} onClose={close} />}
        </DialogButton>
        <DialogButton label={t('recitals.print_programme')} className="btn btn-outline">
          {(close) => <ProgrammeDialog recital={recital} mayNote={isOffice && !isMoved} onClose={close} />}
        </DialogButton>
      </Summary>
      <PrintChanges changes={changes} />
      <p role="status" className={said ? 'mt-4 text-quiet text-sm' : 'sr-only'}>
        {said}
      </p>
      {pieces.length === 0 && <Empty sentence={t('recitals.no_pieces')} />}
      <ol ref={list} className="mt-4 space-y-2">
        {timesOf(pieces, recital.starttime).map(({ piece, begins }, at) => (
          <Row
            key={piece._id}
            {...{ piece, pieces, people, seen }}
            number={at + 1}
            begins={clockOf(begins)}
            isDragged={drag?.id === piece._id}
            mark={markAt(drag, pieces, at)}
            warnings={warnings.filter((warning) => warning.piece === piece._id)}
            handle={{ ...handle(piece._id), onKeyDown: (event) => step(event, piece) }}
          />
        ))}
      </ol>
      {isMoved && <Unsaved {...{ seen, pieces }} onDone={() => setOrder(undefined)} />}
      <LeaveGuard isChanged={isMoved} />
    </>
  );
}

/** Pieces as they were moved; those that came since are last. */
function inOrder(pieces: readonly Piece[], order: readonly string[] | undefined): Piece[] {
  if (!order) return [...pieces];
  const place = new Map(order.map((id, at) => [id, at]));
  return pieces.toSorted(
    (one, other) => (place.get(one._id) ?? Infinity) - (place.get(other._id) ?? Infinity) || 0,
  );
}

/** Where a row that is dragged will be put: above or below the one at a place. */
function markAt(
  drag: { id: string; to: number } | undefined,
  pieces: readonly Piece[],
  at: number,
): 'above' | 'below' | undefined {
  if (!drag) return undefined;
  const from = pieces.findIndex(({ _id }) => _id === drag.id);
  const to = movePiece(pieces, drag.id, drag.to).findIndex(({ _id }) => _id === drag.id);
  if (to !== at || to === from) return undefined;
  return to > from ? 'below' : 'above';
}

const MARKS = {
  above: 'shadow-[0_-4px_0_0_var(--color-primary)]',
  below: 'shadow-[0_4px_0_0_var(--color-primary)]',
} as const;

type Seen = { id: string; version: number };

function Summary({
  recital,
  pieces,
  warnings,
  isOffice,
  onSuggest,
  children,
}: Pick<RecitalPieces, 'recital'> & {
  pieces: readonly Piece[];
  warnings: readonly Warning[];
  isOffice: boolean;
  onSuggest: () => Promise<void>;
  children: React.ReactNode;
}) {
  const may = useMay();
  const { clock } = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  const nextEvent = useChange(recitalChanges, 'fillNextEvent');
  const ends = timesOf(pieces, recital.starttime).at(-1)?.ends;
  async function ask() {
    setIsAsking(true);
    await onSuggest();
    setIsAsking(false);
  }
  return (
    <div className="panel mt-6 p-5">
      <p className="text-lead">
        <span className="font-semibold tabular-nums">{durationWords(runningTime(pieces))}</span>{' '}
        {ends !== undefined && (
          <span className="text-quiet">
            {t('recitals.pieces_until', { count: pieces.length, time: clock(clockOf(ends)) })}
          </span>
        )}
      </p>
      <p className={warnings.length > 0 ? 'font-semibold text-secondary' : 'text-quiet'}>
        {t('recitals.warnings', { count: warnings.length })}
      </p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:grow">
        {children}
        {isOffice && pieces.length > 2 && (
          <ActionButton className="btn btn-outline" isBusy={isAsking} onClick={ask}>
            {t('recitals.suggest')}
          </ActionButton>
        )}
        {may(recitalOfficeCalls.fillNextEvent) && (
          <ActionButton
            className="btn btn-outline"
            isBusy={nextEvent.isBusy}
            onClick={() => nextEvent.run({ recitalid: recital._id })}
          >
            {t('recitals.fill_next_event')}
          </ActionButton>
        )}
        {recital.public && (
          <Link to={recitalPath(recital)} className="btn btn-ghost">
            {t('recitals.public_page')}
          </Link>
        )}
      </div>
    </div>
  );
}

function Row({
  piece,
  pieces,
  people,
  seen,
  number,
  begins,
  isDragged,
  mark,
  warnings,
  handle,
}: {
  piece: Piece;
  pieces: readonly Piece[];
  people: Nameable;
  seen: Seen;
  number: number;
  begins: string;
  isDragged: boolean;
  mark: 'above' | 'below' | undefined;
  warnings: readonly Warning[];
  handle: React.ComponentProps<'button'>;
}) {
  const { clock } = useFormats();
  const { title, composer, names, printed, instrument, accompanist, turner, minutes, setupminutes, needs } =
    piece;
  const titleOf = (id: string) => pieces.find(({ _id }) => _id === id)?.title ?? '';
  const stage = [
    ...(accompanist ? [t('recitals.accompanied_by', { name: accompanist })] : []),
    ...(turner ? [t('recitals.turned_by', { name: turner })] : []),
    ...needs,
    ...(setupminutes > 0 ? [t('recitals.setup_takes', { minutes: setupminutes })] : []),
  ];
  const isPrintedOtherwise = names.some((name, at) => name !== printed[at]);
  return (
    <li
      className={`flex items-start gap-2 rounded-field border bg-base-100 p-3 sm:gap-4 ${isDragged ? 'relative z-10 border-primary opacity-90 shadow-lift' : 'border-base-300'} ${mark ? MARKS[mark] : ''}`}
    >
      {piece.own ? (
        <button
          type="button"
          className="btn btn-ghost btn-square btn-sm touch-none cursor-grab"
          aria-label={t('recitals.move', { title, number, count: pieces.length })}
          {...handle}
        >
          <Grip className="size-5" aria-hidden="true" />
        </button>
      ) : (
        <span className="size-8 shrink-0" />
      )}
      <span className="w-12 shrink-0 pt-1 text-quiet text-sm tabular-nums">
        <span className="block font-semibold text-base-content">{number}</span>
        {clock(begins)}
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="wrap-anywhere">
          <span className="font-semibold">
            <OwnWords>{title}</OwnWords>
          </span>{' '}
          <span className="inline-block text-quiet italic">{composer}</span>{' '}
          <span className="whitespace-nowrap text-quiet text-sm tabular-nums">{durationWords(minutes)}</span>
        </p>
        <p className="wrap-anywhere">
          {names.join(', ')}
          {instrument && <span className="text-quiet"> · {instrument}</span>}
        </p>
        {isPrintedOtherwise && (
          <p className="wrap-anywhere text-quiet text-sm">
            {t('recitals.printed_as', { names: printed.join(', ') })}
          </p>
        )}
        {stage.length > 0 && <p className="wrap-anywhere text-quiet text-sm">{stage.join(' · ')}</p>}
        {warnings.map((warning) => (
          <p key={warning.kind} className="mt-1 flex items-start gap-1.5 font-medium text-secondary text-sm">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {warningWords(warning, titleOf)}
          </p>
        ))}
        {piece.own && (
          <div className="mt-2 flex flex-wrap gap-2">
            <DialogButton label={t('common.change')} of={title}>
              {(close) => <PieceDialog {...{ seen, pieces, people, piece }} onClose={close} />}
            </DialogButton>
            <DialogButton label={t('recitals.drop')} of={title} className="btn btn-ghost btn-sm text-error">
              {(close) => <DropDialog {...{ seen, pieces, piece }} onClose={close} />}
            </DialogButton>
          </div>
        )}
      </div>
    </li>
  );
}

function DropDialog({
  seen,
  pieces,
  piece,
  onClose,
}: {
  seen: Seen;
  pieces: readonly Piece[];
  piece: Piece;
  onClose: () => void;
}) {
  const save = useSave(recitalChanges);
  const left = pieces.filter(({ _id, own }) => own && _id !== piece._id).map(draftOf);
  return (
    <ConfirmDialog
      title={t('recitals.ask_drop', { title: piece.title })}
      confirmLabel={t('recitals.drop')}
      onConfirm={() => save('savePieces', { ...seen, pieces: left })}
      onClose={onClose}
    >
      <p>{t('recitals.drop_means')}</p>
    </ConfirmDialog>
  );
}

/** An order that is not saved: a moved one, or a suggested one to take or leave. */
function Unsaved({ seen, pieces, onDone }: { seen: Seen; pieces: readonly Piece[]; onDone: () => void }) {
  const { isBusy, problem, run } = useChange(recitalChanges, 'savePieces');
  async function save() {
    const outcome = await run({ ...seen, pieces: pieces.filter(({ own }) => own).map(draftOf) });
    if (outcome.isDone) onDone();
  }
  return (
    <div className="sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-3 rounded-field border border-base-300 bg-base-100 p-4 shadow-lift">
      <p className="grow font-semibold">{t('recitals.order_not_saved')}</p>
      {problem && (
        <p role="alert" className="basis-full font-medium text-error text-sm">
          {problem}
        </p>
      )}
      <ActionButton className="btn btn-primary max-sm:grow" isBusy={isBusy} onClick={save}>
        {t('recitals.save_order')}
      </ActionButton>
      <button type="button" className="btn btn-outline max-sm:grow" onClick={onDone}>
        {t('recitals.put_back')}
      </button>
    </div>
  );
}
