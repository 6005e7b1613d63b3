import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CallOffNotice, ListedClass, MusicClass } from '#contract/classes/calls.ts';
import { groupLabel, isPlainGroup } from '#contract/classes/labels.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { rich } from '#web/lib/rich.ts';
import { ClassCards } from '#web/routes/class-choice.tsx';

/** Stands in the place of a class that was on the list and is not any more; it says why one was called off. */
export const NotOffered = ({ calledOff }: { calledOff: CallOffNotice | undefined }) => (
  <div className="wrap pt-12 lg:pt-20">
    <div className="max-w-2xl">
      {calledOff ? <WhyCalledOff {...calledOff} /> : <NoLonger />}
      <Link to="/classes" className="btn btn-primary mt-7">
        {t('classes.all_classes')}
      </Link>
    </div>
  </div>
);

const NoLonger = () => (
  <>
    <h1 className="text-title">{t('classes.class_no_longer_offered')}</h1>
    <p className="mt-4 text-lead text-quiet">{rich('classes.enrolled_keep_place', { link: myClasses })}</p>
  </>
);

function WhyCalledOff({ classname, reason, calledoffat }: CallOffNotice) {
  const { day } = useFormats();
  return (
    <>
      <h1 className="wrap-anywhere text-title">
        {rich('calloffs.page_title', { classname: <OwnWords>{classname}</OwnWords> })}
      </h1>
      <p className="mt-4 text-lead text-quiet">{t('calloffs.page_lead', { day: day(calledoffat) })}</p>
      <blockquote className="wrap-anywhere mt-4 rounded-field bg-mist/60 px-5 py-3 text-lead">
        <OwnWords>{reason}</OwnWords>
      </blockquote>
      <p className="mt-4 text-quiet">{rich('calloffs.page_places', { link: myClasses })}</p>
    </>
  );
}

const myClasses = (text: ReactNode) => (
  <Link to="/student/class/enrolled" className="link">
    {text}
  </Link>
);

type Props = Pick<MusicClass, 'group'> & {
  items: readonly ListedClass[];
  /** Whether they stand for a class that is not offered any more. */
  isInstead: boolean;
};

/** Open classes to look at beside the one of the page, or instead of it. */
export function SimilarClasses({ group, items, isInstead }: Props) {
  const { school } = useConfig();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="similar" className="print:hidden">
      <div className="wrap pt-6 pb-16 lg:pt-10 lg:pb-24">
        <div className="flex flex-wrap items-end justify-between gap-4 border-base-300 border-t pt-10">
          <h2 id="similar" className="text-heading">
            {isInstead ? t('classes.you_could_look_at_these') : t('classes.you_may_also_like')}
          </h2>
          <Link to={`/classes?group=${encodeURIComponent(group)}`} className="btn btn-outline btn-primary">
            {isPlainGroup(school, group)
              ? t('classes.all_of_group', { group })
              : t('classes.all_of_group_named', { group: groupLabel(school, group) })}
          </Link>
        </div>
        <ClassCards classes={items} className="mt-8 sm:max-lg:[&>:nth-child(3)]:hidden" />
      </div>
    </section>
  );
}
