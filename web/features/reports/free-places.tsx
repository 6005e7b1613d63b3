import { Link } from 'react-router';
import { meetsInBrief } from '#contract/messages/meets-words.ts';
import type { Today } from '#contract/reports/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';

type Free = Today['free'];

/** Where there is room: the classes with the last places, and those with the most. */
export function FreePlaces({ free: { fewest, most } }: { free: Free }) {
  const named = new Set(fewest.map(({ _id }) => _id));
  const others = most.filter(({ _id }) => !named.has(_id));
  return (
    <section aria-labelledby="free" className="panel mt-6 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="free" className="text-subheading">
          {t('reports.free_places')}
        </h2>
        <Link to="/admin/manageclass?status=approved&sort=-availableseat" className="link text-plum text-sm">
          {t('reports.all_classes')}
        </Link>
      </div>
      {fewest.length === 0 && <p className="mt-2 text-quiet">{t('reports.no_free_places')}</p>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 xl:grid-cols-2">
        {fewest.length > 0 && <Classes title={t('reports.last_places')} classes={fewest} />}
        {others.length > 0 && <Classes title={t('reports.most_places')} classes={others} />}
      </div>
    </section>
  );
}

function Classes({ title, classes }: { title: string; classes: Free['most'] }) {
  const formats = useFormats();
  return (
    <div>
      <h3 className="mt-4 font-sans font-semibold">{title}</h3>
      <ul className="divide-y divide-base-300">
        {classes.map(({ _id, classname, availableseat, meets }) => (
          <li key={_id} className="flex items-baseline justify-between gap-4 py-2.5">
            <span className="min-w-0">
              <Link to={`/admin/roster/${_id}`} className="link wrap-anywhere font-semibold">
                <OwnWords>{classname}</OwnWords>
              </Link>
              {meets && <span className="block text-quiet text-sm">{meetsInBrief(meets, formats)}</span>}
            </span>
            <span className="shrink-0 tabular-nums">
              {t('classes.free_places', { count: availableseat })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
