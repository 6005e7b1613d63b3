import type { ReactNode } from 'react';
import type { ClientConfig } from '#contract/config/calls.ts';
import { addressLines } from '#contract/school/calls.ts';
import { t } from '#languages/t.ts';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import type { Icon } from '#web/components/icons/icon.tsx';
import { Mail } from '#web/components/icons/mail.tsx';
import { MapPin } from '#web/components/icons/map-pin.tsx';
import { Phone } from '#web/components/icons/phone.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { AskLink } from '#web/features/questions/ask-link.tsx';
import { mailTo } from '#web/lib/address/mail-to.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { absolute } from '#web/lib/page/page-meta.ts';
import type { Words } from './words.ts';

type School = ClientConfig['school'];

/** The school itself in schema.org's words: what was entered of it, and nothing else. */
export function schoolOnMap({ origin, school }: ClientConfig) {
  const { name, tagline, street, postcode, town, country, phone, email, logo } = school;
  const address = {
    streetAddress: street,
    postalCode: postcode,
    addressLocality: town,
    addressCountry: country,
  };
  // What is undefined does not come into JSON.
  return {
    '@type': 'MusicSchool',
    name,
    url: origin,
    description: tagline,
    image: absolute(origin, '/og.png'),
    logo: logo && absolute(origin, logo),
    telephone: phone,
    email,
    address: Object.values(address).some(Boolean) ? { '@type': 'PostalAddress', ...address } : undefined,
  };
}

const telTo = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** How the school is reached: each way that was entered; nothing where none was. */
export function Contact({ words }: { words: Words }) {
  const { school } = useConfig();
  const lang = useOwnLanguage();
  const ways = waysTo(school, lang);
  if (ways.length === 0) return null;
  return (
    <section aria-labelledby="contact" className="bg-mist">
      <div
        className={`wrap band grid gap-10 lg:items-center ${ways.length > 1 ? 'lg:grid-cols-[1fr_1.3fr]' : 'lg:grid-cols-2'}`}
      >
        <div className="max-w-xl">
          <h2 id="contact" className="text-heading">
            {t('home.contact')}
          </h2>
          <p className="mt-3 mb-5 text-lead text-quiet">{words.contact}</p>
          <AskLink />
        </div>
        <ul className={`grid gap-4 ${COLUMNS[ways.length]}`}>
          {ways.map(({ name, icon: Icon, shown }) => (
            <li key={name} className="rounded-card bg-base-100 p-5 lg:p-6">
              <Icon className="size-6 text-plum" aria-hidden="true" />
              <h3 className="mt-4 font-sans font-semibold text-base">{name}</h3>
              <div className="wrap-anywhere mt-1 text-quiet">{shown}</div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const COLUMNS = ['', '', 'sm:grid-cols-2', 'sm:grid-cols-3', 'sm:grid-cols-2'];

type Way = { name: string; icon: Icon; shown: ReactNode };

function waysTo(school: School, lang: string | undefined): Way[] {
  const { phone, email, hours } = school;
  const lines = addressLines(school);
  const ways: Way[] = [];
  if (lines.length > 0)
    ways.push({
      name: t('home.address'),
      icon: MapPin,
      shown: (
        <address dir="auto" className="whitespace-pre-line not-italic">
          {lines.join('\n')}
        </address>
      ),
    });
  if (phone)
    ways.push({
      name: t('home.phone'),
      icon: Phone,
      shown: (
        <a href={telTo(phone)} className="underline-offset-4 hover:underline">
          {phone}
        </a>
      ),
    });
  if (email)
    ways.push({
      name: t('common.email'),
      icon: Mail,
      shown: (
        <a href={mailTo(email)} className="underline-offset-4 hover:underline">
          {email.split('@')[0]}@<wbr />
          {email.split('@')[1]}
        </a>
      ),
    });
  if (hours)
    ways.push({
      name: t('home.hours'),
      icon: CalendarDays,
      shown: (
        <p dir="auto" lang={lang} className="whitespace-pre-line">
          {hours}
        </p>
      ),
    });
  return ways;
}
