import { reservationCalls } from '#contract/reservations/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';
import { refreshAfter } from '#web/lib/family/refresh-after.ts';

const api = apiOf(reservationCalls);

/** What families change of places that they have reserved. */
export const reservationChanges = {
  giveUpReservation: ({ id, classname }: { id: string; classname: string }) =>
    refreshAfter(
      announce(api.giveUpReservation({ params: { id } }), {
        done: t('reservations.was_given_back', { class: classname }),
      }),
    ),
};

/** What the office decides of classes that run once enough learners have joined. */
export const decidingChanges = {
  decideClass: ({ id, ...body }: { id: string; runs: boolean; key: string }) =>
    attempt(api.decideClass({ params: { id }, body }), ({ decided }) =>
      t(decided === 'runs' ? 'reservations.it_runs' : 'reservations.it_does_not_run'),
    ),
};
