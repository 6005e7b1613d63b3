import { t } from '#languages/t.ts';
import { Phone } from '#web/components/people/phone.tsx';

/** A number to call; says so where none is known. */
export const Telephone = ({ phone }: { phone: string | null }) =>
  phone ? <Phone phone={phone} /> : <span className="text-quiet">{t('circulars.no_phone')}</span>;
