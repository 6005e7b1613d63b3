import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { findFaults } from '#contract/fields.form.ts';
import type { Learner } from '#contract/learners/calls.ts';
import { LearnerDraft } from '#contract/learners/form.ts';
import { trialPath } from '#contract/payments/payment-path.ts';
import { type Trial, type TrialLesson, type TrialOffer, trialCalls } from '#contract/trials/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChoiceCard } from '#web/components/form/choice-card.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { choosingChanges } from '#web/features/learners/choosing/changes.ts';
import {
  type ChildDraft,
  type ChildFaults,
  ChildFields,
} from '#web/features/learners/choosing/child-fields.tsx';
import type { Candidate } from '#web/features/learners/choosing/who-for.tsx';
import { ageWords, calledName, useAge } from '#web/features/learners/learner-words.ts';
import { bookingChanges } from '#web/features/trials/booking-changes.ts';
import { useLessonTime } from '#web/features/trials/when.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useFamily, useStandings } from '#web/lib/family/my-classes.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { admission, firstdayOf, fittingOf, lastnameOf, useBornFault } from '#web/routes/who-for-class.tsx';

const api = apiOf(trialCalls);

/** The choice of a child who is not entered yet. */
const NEW = 'new';

type Props = { musicClass: MusicClass; offer: TrialOffer; onClose: () => void };

/** Asks who of a family tries which lesson; books it, or leads on to where it is paid for. */
export default function TrialDialog({ musicClass, offer, onClose }: Props) {
  const [booked, setBooked] = useState<Booking>();
  return (
    <Dialog title={t(booked ? 'trials.booked_title' : 'trials.book')} onClose={onClose}>
      {booked ? (
        <Booked booking={booked} classname={musicClass.classname} onClose={onClose} />
      ) : (
        <Choosing musicClass={musicClass} offer={offer} onBooked={setBooked} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Who has which lesson. */
type Booking = { lesson: TrialLesson; learner: { learnername: string; self: boolean } };

/** What was done, and what follows. */
function Booked({
  booking: { lesson, learner },
  classname,
  onClose,
}: {
  booking: Booking;
  classname: string;
  onClose: () => void;
}) {
  const timeOf = useLessonTime();
  const sentence = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => sentence.current?.focus(), []);
  return (
    <>
      <p ref={sentence} tabIndex={-1} className="font-semibold">
        {t('trials.is_booked_for', {
          who: learner.self ? 'self' : 'other',
          learner: learner.learnername,
          class: classname,
          moment: timeOf(lesson),
        })}
      </p>
      <p className="mt-2">{t('trials.what_follows')}</p>
      <p className="mt-2">{t('trials.give_back_rule', { paid: 'no' })}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('common.close')}
        </button>
        <Link to="/student/week" className="btn btn-primary">
          {t('areas.my_week')}
        </Link>
      </div>
    </>
  );
}

/** The trial lessons of the family; none while they are looked up, or without an answer. */
function useTrials(): readonly Trial[] {
  const [trials, setTrials] = useState<readonly Trial[]>([]);
  useEffect(() => {
    let isHere = true;
    api.listTrials({ querystring: {} }).then(
      (found) => isHere && setTrials(found),
      // Booking tells it, too.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, []);
  return trials;
}

/** Each of the family, with what keeps them from trying a lesson of the class. */
function useCandidates(
  musicClass: MusicClass,
  { price, family }: { price: number; family: readonly Learner[] },
): Candidate[] {
  const trials = useTrials();
  const standings = useStandings(musicClass._id) ?? [];
  const ageOf = useAge();
  return family.map((learner): Candidate => {
    const own = trials.find(
      ({ learnerid, classid, state }) =>
        learnerid === learner._id && classid === musicClass._id && state !== 'ended' && state !== 'paying',
    );
    if (own) return { learner, hindrance: t(own.state === 'over' ? 'trials.had_one' : 'trials.has_one') };
    if (standings.some(({ learnerid, standing }) => learnerid === learner._id && standing === 'enrolled'))
      return { learner, hindrance: t('learners.enrolled_already') };
    if (learner.mayenrol && price > 0 && !learner.maypay)
      return { learner, hindrance: t('selections.someone_else_pays') };
    return { learner, ...admission(learner, ageOf(learner, firstdayOf(musicClass)), musicClass) };
  });
}

function Choosing({
  musicClass,
  offer,
  onBooked,
  onClose,
}: Props & { onBooked: (booking: Booking) => void }) {
  const { classname } = musicClass;
  const { lessons, currency } = offer;
  const price = offer.price ?? 0;
  const family = useFamily() ?? [];
  const candidates = useCandidates(musicClass, { price, family });
  const { trialfee, ...school } = useConfig().school;
  const navigate = useNavigate();
  const booking = useChange(bookingChanges, 'bookTrial');
  const adding = useChange(choosingChanges, 'addForChoice');
  const telling = useChange(choosingChanges, 'sayBorn');
  const bornFault = useBornFault(musicClass);
  const ageOf = useAge();
  const timeOf = useLessonTime();
  const { money } = useFormats();
  const [picked, setPicked] = useState<{ learnerid?: string; lessonid?: string }>({});
  const [draft, setDraft] = useState<ChildDraft>({
    ...{ key: 0, firstname: '', born: '' },
    lastname: lastnameOf(family),
  });
  const [born, setBorn] = useState('');
  const [faults, setFaults] = useState<ChildFaults>({});
  const [problem, setProblem] = useState('');
  /** Whether the address of the account has to be confirmed first. */
  const [isUnproved, setIsUnproved] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const possible = candidates.filter(({ hindrance }) => !hindrance);
  const fitting = fittingOf(musicClass, candidates, school);
  const who = picked.learnerid ?? fitting?._id ?? NEW;
  const known = possible.find(({ learner }) => learner._id === who);
  const lesson = lessons.find(({ _id }) => _id === picked.lessonid) ?? lessons[0];

  function pick(one: typeof picked) {
    setProblem('');
    setFaults({});
    setPicked({ ...picked, ...one });
  }

  /** Who comes, entered or with a day of birth where that is needed; undefined with what is wrong said. */
  async function settle(): Promise<(Booking['learner'] & { _id: string }) | undefined> {
    if (known && !known.isBornMissing) return known.learner;
    const typed = {
      firstname: draft.firstname.trim(),
      lastname: draft.lastname.trim(),
      born: draft.born || null,
    };
    const wrong = known ? {} : (findFaults(LearnerDraft, typed) as ChildFaults);
    const fault = known
      ? bornFault?.(born, known.learner.self ? '' : calledName(known.learner))
      : (wrong.born ?? bornFault?.(draft.born, typed.firstname));
    const all = { ...wrong, ...(fault && { born: fault }) };
    setFaults(all);
    if (Object.keys(all).length > 0) return fail(t('learners.look_at_what_is_marked'));
    if (known) {
      const told = await telling.run({ id: known.learner._id, born });
      return told.isDone ? known.learner : fail(told.problem);
    }
    const added = await adding.run(typed);
    if (!added.isDone) return fail(added.problem);
    const { insertedId: _id } = added.answer as { insertedId: string };
    setPicked({ ...picked, learnerid: _id });
    return { _id, self: false, learnername: `${typed.firstname} ${typed.lastname}` };
  }
  function fail(sentence: string): undefined {
    setProblem(sentence);
  }

  async function choose() {
    if (!lesson) return fail(t('absences.none_free'));
    setIsBusy(true);
    setProblem('');
    const learner = await settle();
    if (learner && price > 0) {
      await navigate(trialPath({ classid: musicClass._id, lessonid: lesson._id, learnerid: learner._id }));
    } else if (learner) {
      const outcome = await booking.run({ learnerid: learner._id, lessonid: lesson._id });
      if (outcome.isDone) return onBooked({ lesson, learner });
      setIsUnproved(outcome.refusal?.code === 'email-not-verified');
      fail(outcome.problem);
    }
    setIsBusy(false);
  }

  return (
    <>
      <p className="wrap-anywhere font-semibold">
        <OwnWords>{classname}</OwnWords>
      </p>
      <p className="mt-1">
        {price > 0 ? t('trials.costs', { price: money(price, currency) }) : t('trials.is_free')}{' '}
        {price > 0 && trialfee === 'off' && t('trials.off_afterwards')}
      </p>
      <p className="mt-1 text-quiet text-sm">
        {t('trials.give_back_rule', { paid: price > 0 ? 'yes' : 'no' })}
      </p>
      <fieldset className="mt-5">
        <legend className="mb-2 font-semibold text-sm">{t('trials.who_comes')}</legend>
        <div className="grid gap-2">
          {candidates.map(({ learner, hindrance, isBornMissing }) => {
            const age = ageOf(learner);
            const shown = learner.self ? t('learners.you') : age !== null && ageWords(age);
            const more = isBornMissing ? t('learners.born_needed') : hindrance;
            return (
              <div key={learner._id}>
                <ChoiceCard
                  name="who"
                  label={learner.learnername}
                  hint={[shown, more].filter(Boolean).join(' · ')}
                  isChosen={who === learner._id}
                  isUnavailable={Boolean(hindrance)}
                  onChoose={() => pick({ learnerid: learner._id })}
                />
                {who === learner._id && isBornMissing && (
                  <div className="mt-2 ps-4">
                    <TextField
                      label={
                        learner.self
                          ? t('learners.your_date_of_birth')
                          : t('learners.date_of_birth_of', { name: calledName(learner) })
                      }
                      type="date"
                      value={born}
                      error={faults.born}
                      onChange={({ target }) => {
                        setBorn(target.value);
                        setFaults({});
                      }}
                    />
                  </div>
                )}
              </div>
            );
          })}
          <ChoiceCard
            name="who"
            label={t('learners.another_child')}
            hint={t('learners.who_is_not_entered_yet')}
            isChosen={who === NEW}
            onChoose={() => pick({ learnerid: NEW })}
          />
        </div>
      </fieldset>
      {who === NEW && (
        <div className="mt-2">
          <ChildFields
            draft={draft}
            faults={faults}
            isBornNeeded={bornFault !== undefined}
            isFirst={picked.learnerid === NEW}
            onChange={(typed) => {
              setDraft(typed);
              setFaults({});
            }}
          />
        </div>
      )}
      <fieldset className="mt-5">
        <legend className="mb-2 font-semibold text-sm">{t('trials.which_lesson')}</legend>
        <div className="grid gap-2">
          {lessons.map((one) => (
            <ChoiceCard
              key={one._id}
              name="lesson"
              label={<span className="block first-letter:uppercase">{timeOf(one)}</span>}
              hint={t('trials.room_and_places', {
                hasRoom: one.room ? 'yes' : 'no',
                room: one.room ?? '',
                count: one.free,
              })}
              isChosen={one._id === lesson?._id}
              onChoose={() => pick({ lessonid: one._id })}
            />
          ))}
        </div>
      </fieldset>
      <p role="alert" className={problem ? 'mt-4 font-medium text-error' : 'sr-only'}>
        {problem}
      </p>
      {isUnproved && (
        <p className="mt-2">
          <Link to="/account" className="link inline-block min-h-6 text-plum">
            {t('account.confirm_my_email')}
          </Link>
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('common.cancel')}
        </button>
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={choose}>
          {t(price > 0 ? 'trials.go_on_to_pay' : 'trials.book_it')}
        </ActionButton>
      </div>
    </>
  );
}
