import { type FormEvent, useCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { findFault } from '#contract/fields.form.ts';
import { PLANS_MAX, type Plan, planCalls } from '#contract/plans/calls.ts';
import { PlansDraft } from '#contract/plans/form.ts';
import type { Room } from '#contract/rooms/calls.ts';
import type { Term } from '#contract/terms/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { FormContext } from '#web/components/form/field.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { CirclePlus } from '#web/components/icons/circle-plus.tsx';
import { AFTER_SAVE } from '#web/components/layout/leaving.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { isTaken } from '#web/lib/api/taken.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { faultsOf, fieldsBy } from '#web/lib/forms/use-form.ts';
import { type FreePlan, findFree, planChanges } from './changes.ts';
import { DryBrief, DryRun } from './dry-run.tsx';
import { FreeForPlan } from './free-for-plan.tsx';
import { PlanFields } from './plan-fields.tsx';
import { PlansMeanwhile } from './plans-meanwhile.tsx';
import { draftOf, firstTyped, nextTyped, type TypedPlan, typedOf, type WishedTime } from './typed-plan.ts';

const api = apiOf(planCalls);

type Props = {
  item: Pick<MusicClass, '_id' | 'classname'>;
  plans: readonly Plan[];
  /** Theirs, as they were read. */
  version: number;
  rooms: readonly Room[];
  /** Those that are not over, earliest first. */
  terms: readonly Term[];
  /** On the school's clocks. */
  today: string;
  /** What the first time of a class without any begins with. */
  wished?: WishedTime | undefined;
  /** Where it leads once it is saved. */
  list: string;
};

/** Says when a class meets; what would come of it stands beside it while one types. */
export function PlanForm({ item, plans: before, version, rooms, terms, today, wished, list }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { isBusy, problem, run, forget } = useChange(planChanges, 'changePlans');
  const { faults, check, show, clear } = useFaults(PlansDraft, form);
  const addButton = useRef<HTMLButtonElement>(null);
  const [first] = useState(() =>
    before.length > 0
      ? before.map((plan) => typedOf(plan, rooms))
      : [{ ...firstTyped(today, terms[0]), ...wished }],
  );
  const [typed, setTyped] = useState<readonly TypedPlan[]>(first);
  const [seen, setSeen] = useState<Seen>({ version });
  const [isEmptying, setIsEmptying] = useState(false);
  const [found, setFound] = useState<readonly FreePlan[]>([]);
  // A time that was typed over since is another.
  const free = found.filter(({ of }) => typed.includes(of));
  const firstFree = useRef<HTMLElement>(null);
  const problemId = useId();
  const plans = typed.map(draftOf);
  const missing = findFault(PlansDraft, { plans });
  const dry = useDryRun(item._id, missing ? undefined : JSON.stringify({ plans }));

  async function save() {
    const from = document.activeElement;
    setFound([]);
    const outcome = await run({ id: item._id, plans, version: seen.version });
    if (outcome.isDone) return navigate(list, { state: AFTER_SAVE });
    if (outcome.refusal?.code === 'changed-meanwhile') {
      const now = await api.listPlans({ params: { id: item._id } }).catch(() => null);
      if (now) {
        forget();
        setSeen(now);
      }
    }
    show(faultsOf(outcome.refusal));
    // The room may have been taken meanwhile.
    dry.retry();
    if (isTaken(outcome.refusal)) await offer(from);
  }
  /** Shows what is free instead; the focus goes there unless it has gone elsewhere meanwhile. */
  async function offer(from: Element | null) {
    const all = await findFree(item._id, typed);
    flushSync(() => setFound(all));
    if (document.activeElement === from) firstFree.current?.focus();
  }
  const submitButton = () => form.current?.querySelector<HTMLElement>('[type=submit]');
  function choose(next: TypedPlan, name: keyof TypedPlan) {
    flushSync(() => type(next, name));
    // The button that was pressed goes with its choices; those of another time may be left.
    (firstFree.current ?? submitButton())?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !check({ plans })) return;
    if (plans.length === 0 && before.length > 0) return setIsEmptying(true);
    void save();
  }
  function edit(next: readonly TypedPlan[]) {
    forget();
    setTyped(next);
  }
  function type(next: TypedPlan, name: keyof TypedPlan) {
    clear(`plans.${typed.findIndex(({ key }) => key === next.key)}.${name}`);
    edit(typed.map((one) => (one.key === next.key ? next : one)));
  }
  const last = typed.at(-1);
  function add() {
    edit([...typed, last ? nextTyped(last) : firstTyped(today, terms[0])]);
    requestAnimationFrame(() => {
      const rows = form.current?.querySelectorAll('fieldset') ?? [];
      [...rows].at(-1)?.querySelector('select')?.focus();
    });
  }
  function remove(key: string) {
    edit(typed.filter((one) => one.key !== key));
    // The button that was pressed goes with it.
    addButton.current?.focus();
  }
  return (
    <FormContext value={fieldsBy(PlansDraft, faults)}>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={submit}
        className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="min-w-0 space-y-5">
          {seen.plans && (
            <PlansMeanwhile
              key={seen.version}
              plans={seen.plans}
              onUse={() => edit((seen.plans ?? []).map((plan) => typedOf(plan, rooms)))}
            />
          )}
          {typed.map((one, at) => (
            <PlanFields
              key={one.key}
              typed={one}
              at={at}
              rooms={rooms}
              terms={terms}
              onType={type}
              onRemove={() => remove(one.key)}
            />
          ))}
          {typed.length === 0 && (
            <div className="panel">
              <Empty sentence={t('plans.no_times')} />
            </div>
          )}
          {typed.length < PLANS_MAX && (
            <button ref={addButton} type="button" className="btn btn-outline" onClick={add}>
              <CirclePlus className="size-4" aria-hidden="true" />
              {last ? t('plans.add_another_time') : t('plans.add_time')}
            </button>
          )}
          <DryBrief dry={dry} missing={missing} to="dry" />
        </div>
        <section
          id="dry"
          aria-labelledby="dry-title"
          className="panel scroll-mt-24 min-w-0 p-5 xl:sticky xl:top-24"
        >
          <h2 id="dry-title" className="mb-3 text-subheading">
            {t('common.preview')}
          </h2>
          <DryRun dry={dry} classname={item.classname} missing={missing}>
            <p
              id={problemId}
              role="alert"
              className={problem ? 'mt-4 font-medium text-error text-sm' : 'sr-only'}
            >
              {problem}
            </p>
            {free.length > 0 && (
              <div className="mt-4 space-y-3">
                {free.map((one, at) => (
                  <FreeForPlan
                    key={one.of.key}
                    free={one}
                    typed={typed}
                    onChoose={choose}
                    ref={at === 0 ? firstFree : undefined}
                    describedBy={problemId}
                  />
                ))}
              </div>
            )}
            <ActionButton type="submit" className="btn btn-primary mt-5 w-full" isBusy={isBusy}>
              {t('common.save')}
            </ActionButton>
            <p className="mt-3 text-quiet text-sm">{t('plans.what_stays')}</p>
          </DryRun>
        </section>
        <LeaveGuard isChanged={typed !== first} />
        {isEmptying && (
          <ConfirmDialog
            title={t('plans.ask_remove_all')}
            confirmLabel={t('plans.remove_them')}
            onConfirm={save}
            onClose={() => setIsEmptying(false)}
          >
            <p>{t('plans.remove_all_means')}</p>
          </ConfirmDialog>
        )}
      </form>
    </FormContext>
  );
}

/** The version of the plans that was read, and once they turned out to be others by then, these. */
type Seen = { version: number; plans?: readonly Plan[] };

/** What a plan would come to, by the server that would save it; `of` is the body of the call. */
function useDryRun(id: string, of: string | undefined) {
  const ask = useCallback(
    (body: string) => api.changePlans({ params: { id }, querystring: { dry: '1' }, body: JSON.parse(body) }),
    [id],
  );
  return useLatest(of, ask);
}
