import type { ClientConfig } from '#contract/config.ts';
import { DEMO_CONTACT } from '#contract/demo-contact.ts';
import { Mail } from '#web/components/icons/mail.tsx';
import { MapPin } from '#web/components/icons/map-pin.tsx';
import { Phone } from '#web/components/icons/phone.tsx';
import { absolute } from '#web/lib/page-meta.ts';

const { street: STREET, town: TOWN, phone: PHONE, email: EMAIL } = DEMO_CONTACT;

/** The school itself in schema.org's words, with its address. */
export const schoolOnMap = ({ origin, school }: ClientConfig) => ({
  '@type': 'MusicSchool',
  name: school.name,
  url: origin,
  image: absolute(origin, '/og.png'),
  telephone: PHONE,
  email: EMAIL,
  address: { '@type': 'PostalAddress', streetAddress: STREET, addressLocality: TOWN },
});

export function Contact() {
  return (
    <section aria-labelledby="contact" className="bg-mist">
      <div className="wrap band grid gap-10 lg:grid-cols-[1fr_1.3fr] lg:items-center">
        <div className="max-w-xl">
          <h2 id="contact" className="text-heading">
            Contact
          </h2>
          <p className="mt-3 text-lead text-quiet">
            Ask us which instrument, which teacher or which day. A person answers, usually one who plays
            something.
          </p>
        </div>
        <ul className="grid gap-4 sm:grid-cols-3">
          <Way icon={MapPin} name="Address">
            <address className="not-italic">
              {STREET}
              <br />
              {TOWN}
            </address>
          </Way>
          <Way icon={Phone} name="Phone">
            <a href={`tel:${PHONE.replaceAll(' ', '')}`} className="underline-offset-4 hover:underline">
              {PHONE}
            </a>
          </Way>
          <Way icon={Mail} name="Email">
            <a href={`mailto:${EMAIL}`} className="wrap-anywhere underline-offset-4 hover:underline">
              {EMAIL.split('@')[0]}@<wbr />
              {EMAIL.split('@')[1]}
            </a>
          </Way>
        </ul>
      </div>
    </section>
  );
}

function Way({ icon: Icon, name, children }: { icon: typeof Mail; name: string; children: React.ReactNode }) {
  return (
    <li className="rounded-card bg-base-100 p-5 lg:p-6">
      <Icon className="size-6 text-plum" aria-hidden="true" />
      <h3 className="mt-4 font-sans font-semibold text-base">{name}</h3>
      <div className="mt-1 text-quiet">{children}</div>
    </li>
  );
}
