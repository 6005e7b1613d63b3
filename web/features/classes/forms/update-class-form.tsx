import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Billing, classCalls, type MusicClass } from '#contract/classes/calls.ts';
import type { OfficeClassDraft } from '#contract/classes/form.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { statusLabel } from '#contract/classes/status-label.ts';
import { teacherName } from '#contract/former.ts';
import type { Instrument } from '#contract/instruments/calls.ts';
import { unitWords } from '#contract/messages/price-words.ts';
import type { WithLists } from '#contract/school/lists.ts';
import { typedNumber, wireSum } from '#contract/typed.form.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';
import { AFTER_SAVE } from '#web/components/layout/leaving.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { editChanges } from '#web/features/classes/changes.ts';
import { StatusBadge } from '#web/features/classes/status-badge.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { useMay } from '#web/lib/session/may.ts';
import { ClassForm } from './class-form.tsx';

const api = apiOf(classCalls);

const RESUBMIT = 'resubmit';

type Props = {
  item: MusicClass;
  /** Those that the school teaches. */
  instruments: readonly Instrument[];
  /** Where it leads once it is saved. */
  list: string;
  /** Whether who runs the school fills it in, not who teaches. */
  isOffice?: boolean;
};

/** The form of an existing class; changes that were saved elsewhere meanwhile are shown and kept. */
export function UpdateClassForm({ item, instruments, list, isOffice = false }: Props) {
  const mayDecide = useMay()(classOfficeCalls.approveClass);
  const navigate = useNavigate();
  const update = useChange(editChanges, 'updateClass');
  const resubmit = useChange(editChanges, 'resubmitClass');
  // `seen` is the class as it was read, `shown` what the form starts with, `before` what had been seen when
  // it turned out to be stale.
  const [{ seen, shown, before }, setForm] = useState<Form>({
    seen: item,
    shown: draftOf(item, isOffice),
  });
  const isDenied = seen.status === 'denied';
  const toUpdate = { label: t('classes.update_class'), value: 'update' };
  const toResubmit = { label: t('classes.update_and_resubmit'), value: RESUBMIT };

  async function save(draft: OfficeClassDraft, value: string) {
    const edits = changesOf(draftOf(seen, isOffice), draft);
    const edited = { id: seen._id, version: seen.version, edits };
    const outcome = await (value === RESUBMIT
      ? resubmit.run(edited)
      : update.run({ ...edited, isLeftDenied: isDenied }));
    if (outcome.isDone) await navigate(list, { state: AFTER_SAVE });
    else if (outcome.refusal?.code === 'changed-meanwhile') {
      const now = await api.readClass({ params: { id: seen._id } }).catch(() => null);
      if (now) setForm({ seen: now, shown: { ...draftOf(now, isOffice), ...edits }, before: seen });
    }
    return outcome;
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <PageHeading title={t('areas.update_class')} />
        <StatusBadge status={seen.status} />
      </div>
      {before && <ChangedMeanwhile before={before} now={seen} />}
      {isDenied && <Reason item={seen} isOffice={isOffice} />}
      <ClassForm
        key={seen.version}
        initial={shown}
        isEdited={before !== undefined}
        isOffice={isOffice}
        instructor={{ name: teacherName(seen.instructorname), email: seen.instructoremail }}
        instruments={instruments}
        actions={isDenied ? [toResubmit, toUpdate] : [toUpdate]}
        note={noteOn(seen, { isOffice, mayDecide })}
        onSave={save}
      />
    </>
  );
}

/** What the buttons do, where their words alone do not say it. */
function noteOn(
  { status }: MusicClass,
  { isOffice, mayDecide }: { isOffice: boolean; mayDecide: boolean },
): string | undefined {
  if (status === 'denied')
    return isOffice ? t('classes.note_on_denied_for_admin') : t('classes.note_on_denied');
  if (!isOffice || status !== 'approved') return undefined;
  return mayDecide ? t('classes.note_on_approved') : t('classes.note_on_approved_for_office');
}

type Form = { seen: MusicClass; shown: OfficeClassDraft; before?: MusicClass };

const LABELS = {
  status: 'classes.status',
  classname: 'classes.class_name',
  price: 'classes.price_label',
  priceunit: 'classes.price_is',
  duetext: 'classes.when_how_due',
  availableseat: 'classes.available_seat',
  level: 'classes.level',
  group: 'classes.group',
  description: 'common.description',
  agefrom: 'classes.youngest_age',
  ageto: 'classes.oldest_age',
  image: 'classes.image',
  instrumentids: 'instruments.of_class',
  series: 'classes.series',
  guestplaces: 'classes.guest_places',
  trialprice: 'classes.trial_price_label',
  billing: 'classes.billing',
  runsfrom: 'reservations.runs_from',
  decideby: 'reservations.decide_by',
} as const satisfies Partial<Record<keyof MusicClass, PlainId>>;
type Shown = keyof typeof LABELS;

const BILLING_WORDS = {
  once: 'classes.billing_once',
  term: 'classes.billing_term',
  month: 'classes.billing_month',
} as const satisfies Record<Billing, PlainId>;

/** What a field says, in words. */
function wordsOf(item: MusicClass, field: Shown, school: WithLists): string | number {
  switch (field) {
    case 'status':
      return statusLabel(item.status);
    case 'level':
      return levelLabel(school, item.level);
    case 'group':
      return groupLabel(school, item.group);
    case 'priceunit':
      return unitWords(item.priceunit) || t('classes.none');
    case 'price':
      return typedNumber(wireSum(item.price));
    case 'trialprice':
      return item.trialprice === undefined ? t('classes.none') : typedNumber(wireSum(item.trialprice));
    case 'billing':
      return t(BILLING_WORDS[item.billing ?? 'once']);
    case 'instrumentids':
      return item.instrumentids.length;
    default:
      return item[field] ?? t('classes.none');
  }
}

/** Takes the focus, since the form below it has been put together again. */
function ChangedMeanwhile({ before, now }: { before: MusicClass; now: MusicClass }) {
  const names = Object.keys(LABELS) as Shown[];
  const { school } = useConfig();
  return (
    <Meanwhile key={now.version} title={t('classes.changed_meanwhile')}>
      <ul className="mt-2 list-disc ps-5">
        {names
          .filter((name) => String(before[name]) !== String(now[name]))
          .map((name) => (
            <li key={name} className="wrap-anywhere">
              {name === 'image' || name === 'description' || name === 'instrumentids'
                ? t(LABELS[name])
                : t('classes.was_and_is', {
                    field: t(LABELS[name]),
                    before: wordsOf(before, name, school),
                    now: wordsOf(now, name, school),
                  })}
            </li>
          ))}
      </ul>
      <p className="mt-2">{t('common.nothing_was_saved_yet')}</p>
    </Meanwhile>
  );
}

const draftOf = (item: MusicClass, isOffice: boolean): OfficeClassDraft => ({
  classname: item.classname,
  image: item.image,
  price: wireSum(item.price),
  priceunit: item.priceunit ?? '',
  duetext: item.duetext ?? '',
  availableseat: String(item.availableseat),
  level: item.level,
  group: item.group,
  description: item.description,
  agefrom: item.agefrom?.toString() ?? '',
  ageto: item.ageto?.toString() ?? '',
  instrumentids: item.instrumentids,
  ...(isOffice && {
    series: item.series ?? '',
    guestplaces: String(item.guestplaces ?? 0),
    trialprice: wireSum(item.trialprice ?? ''),
    billing: item.billing ?? 'once',
    runsfrom: item.runsfrom?.toString() ?? '',
    decideby: item.decideby ?? '',
  }),
});

/** Only what was edited: a seat that was sold while the form was open stays sold. */
function changesOf(before: OfficeClassDraft, after: OfficeClassDraft): Partial<OfficeClassDraft> {
  const names = Object.keys(after) as (keyof OfficeClassDraft)[];
  return Object.fromEntries(
    names.filter((name) => String(after[name]) !== String(before[name])).map((name) => [name, after[name]]),
  );
}

function Reason({ item, isOffice }: Pick<Props, 'item' | 'isOffice'>) {
  return (
    <section aria-labelledby="reason" className="mb-6 rounded-card border border-error/40 bg-blush/50 p-5">
      <h2 id="reason" className="text-subheading">
        {t('classes.this_class_was_denied')}
      </h2>
      {item.feedback ? (
        <p dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap">
          {item.feedback}
        </p>
      ) : (
        <p className="mt-2">{isOffice ? t('classes.no_reason_was_written') : t('classes.no_reason_yet')}</p>
      )}
      {!isOffice && <p className="mt-2 text-quiet text-sm">{t('classes.revise_and_resubmit')}</p>}
    </section>
  );
}
