import { type ReactNode, useState } from 'react';
import { awayCalls } from '#contract/away/calls.ts';
import { teacherName } from '#contract/former.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { useMay } from '#web/lib/session/may.ts';
import { AwayDialog } from './away-dialog.tsx';
import type { Away } from './changes.ts';

type Open = {
  away: Away;
  /** The day that it begins with. */
  day: string;
};

type ButtonProps = { away: Away; className?: string | undefined; onClick: () => void };

const Button = ({ away: { kind, name }, className = 'btn btn-outline btn-sm', onClick }: ButtonProps) => {
  const label = kind === 'teacher' ? t('away.teacher_away') : t('away.room_away');
  return (
    <button
      type="button"
      className={className}
      aria-label={t('common.label_of', { label, of: name })}
      onClick={onClick}
    >
      {label}
    </button>
  );
};

/** Opens what becomes of the lessons of a teacher or a room that is away from today on, to those who may. */
export function AwayButton({ away, day, className }: { away: Away; day?: string; className?: string }) {
  const may = useMay();
  const { timezone } = useConfig().school;
  const [open, setOpen] = useState<Open>();
  if (!may(awayCalls.teacherAway)) return null;
  return (
    <>
      <Button
        away={away}
        className={className}
        onClick={() => setOpen({ away, day: day ?? dayAt(Date.now(), timezone) })}
      />
      {open && <AwayDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

type Held = {
  day: string;
  teacherid: string | null;
  instructorname: string;
  roomid: string | null;
  room: string | null;
};

/**
 * The same in a list of lessons, for who teaches one and for the room that it is in. `dialog` stands beside
 * the list: a lesson may leave it while the dialog is open.
 */
export function useAway(className?: string): {
  buttonsOf: (lesson: Held) => ReactNode;
  dialog: ReactNode;
} {
  const may = useMay();
  const [open, setOpen] = useState<Open>();
  function buttonsOf({ day, teacherid, instructorname, roomid, room }: Held) {
    if (!may(awayCalls.teacherAway)) return null;
    const button = (away: Away) => (
      <Button away={away} className={className} onClick={() => setOpen({ away, day })} />
    );
    return (
      <>
        {teacherid && button({ kind: 'teacher', id: teacherid, name: teacherName(instructorname) })}
        {roomid && room && button({ kind: 'room', id: roomid, name: room })}
      </>
    );
  }
  return { buttonsOf, dialog: open && <AwayDialog {...open} onClose={() => setOpen(undefined)} /> };
}
