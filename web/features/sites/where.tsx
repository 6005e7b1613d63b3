import type { Site } from '#contract/sites/calls.ts';
import { t } from '#languages/t.ts';
import { useOwnLanguage } from '#web/components/own-words.tsx';

/** The buildings among these in which at least one of these lessons is. */
export const sitesOf = (sites: readonly Site[], lessons: readonly { roomid: string | null }[]): Site[] => {
  const roomids = new Set(lessons.map(({ roomid }) => roomid));
  return sites.filter((site) => site.roomids.some((id) => roomids.has(id)));
};

/** Where buildings are, and how to get there. */
export function Where({ sites }: { sites: readonly Site[] }) {
  const lang = useOwnLanguage();
  if (sites.length === 0) return null;
  return (
    <section aria-labelledby="where" className="mt-6 max-w-2xl">
      <h2 id="where" className="text-subheading">
        {t('sites.where')}
      </h2>
      <ul className="mt-3 space-y-3">
        {sites.map((site) => (
          <li key={site._id} lang={lang} className="wrap-anywhere">
            <span className="font-semibold">{site.name}</span>
            {addressOf(site) && <span className="block">{addressOf(site)}</span>}
            {site.directions && (
              <span dir="auto" className="block whitespace-pre-line text-quiet">
                {site.directions}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The address of a building in one line. */
export const addressOf = ({ street, postcode, town }: Pick<Site, 'street' | 'postcode' | 'town'>) =>
  [street, [postcode, town].filter(Boolean).join(' ')].filter(Boolean).join(', ');
