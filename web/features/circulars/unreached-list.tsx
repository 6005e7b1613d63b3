import { Link } from 'react-router';
import type { Written } from '#contract/circulars/calls.ts';
import { t } from '#languages/t.ts';
import { Telephone } from './telephone.tsx';

/** Families without an address, to be called. */
export const UnreachedList = ({ families }: { families: Written['unreached'] }) => (
  <div>
    <p className="font-semibold">{t('circulars.without_address', { count: families.length })}</p>
    <ul className="mt-1 list-disc space-y-1 ps-5">
      {families.map(({ userid, name, phone }) => (
        <li key={userid} className="wrap-anywhere">
          <Link to={`/admin/families/${userid}`} target="_blank" className="link">
            {name}
          </Link>{' '}
          <Telephone phone={phone} />
        </li>
      ))}
    </ul>
  </div>
);
