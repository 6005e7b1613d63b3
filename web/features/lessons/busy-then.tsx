import { type RefObject, useCallback, useEffect, useState } from 'react';
import { busyCalls } from '#contract/busy/calls.ts';
import { addDays } from '#contract/time/days.ts';
import { momentOf } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';

const api = apiOf(busyCalls);
const MINUTE_MS = 60_000;

type Typed = { day: string; starttime: string; minutes: string; teacherid: string };

const typedIn = (form: HTMLFormElement): Typed => {
  const typed = new FormData(form);
  const value = (name: string) => String(typed.get(name) ?? '');
  return {
    day: value('day'),
    starttime: value('starttime'),
    minutes: value('minutes'),
    teacherid: value('teacherid'),
  };
};

/**
 * Says while a lesson is typed that its teacher is busy then by their own calendar: of other teachers the
 * office alone is told. Where that cannot be asked nothing is said, since nothing is refused for it.
 */
export function BusyThen({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const { timezone } = useConfig().school;
  const { hours } = useFormats();
  const [typed, setTyped] = useState<Typed>();
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const read = () => setTyped(typedIn(element));
    read();
    element.addEventListener('input', read);
    return () => element.removeEventListener('input', read);
  }, [form]);
  const startsat = typed && momentOf(`${typed.day}T${typed.starttime}`, timezone);
  const ask = useCallback(
    (day: string) => api.listBusy({ querystring: { from: day, to: addDays(day, 1) } }),
    [],
  );
  const { answer = [] } = useLatest(startsat === undefined ? undefined : typed?.day, ask);
  const endsat = (startsat ?? 0) + Number(typed?.minutes) * MINUTE_MS;
  const then = answer.filter(
    (time) =>
      startsat !== undefined &&
      time.teacherid === typed?.teacherid &&
      Date.parse(time.startsat) < endsat &&
      Date.parse(time.endsat) > startsat,
  );
  return (
    <p role="status" className={then.length > 0 ? 'rounded-field bg-honey px-4 py-3 text-sm' : 'sr-only'}>
      {then.length > 0 &&
        t('busy.in_dialog', { hours: then.map((time) => hours(time.startsat, time.endsat)).join(', ') })}
    </p>
  );
}
