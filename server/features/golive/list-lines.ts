import { formatsOf } from '#contract/formats.ts';
import { GOLIVE_CODES, type GoLiveCode, type GoLiveLine } from '#contract/golive/calls.ts';
import { addressLines } from '#contract/school/calls.ts';
import type { Config } from '#server/config/config.ts';
import { siteOf } from '#server/config/site.ts';
import type { ReadSchool, SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { readLastBackup } from '#server/database/settings/last-backup.ts';
import { WEBHOOK_PATH } from '#server/features/payments/index.ts';
import { findWrittenTexts } from '#server/features/texts/index.ts';
import type { Proofs } from './proofs.ts';
import { hasApprovedClass } from './queries.ts';

export type GoLiveOptions = {
  db: Db;
  config: Config;
  readSchool: ReadSchool;
  proofs: Proofs;
  now: () => number;
};

export const NO_MAIL_SERVER =
  'This server sends no email: no one can confirm an address or get the confirmation of a payment. Ask your server’s administrator to set SMTP_URL and MAIL_FROM.';

type Finding = Omit<GoLiveLine, 'code'>;
type Look = GoLiveOptions & { school: SchoolNow };

const WEEK_MS = 7 * 24 * 60 * 60_000;

const there = (sentence: string): Finding => ({ done: true, sentence });
const missing = (sentence: string): Finding => ({ done: false, sentence });

/** Words as a list: `street and town`. */
const listed = (words: readonly string[]) => new Intl.ListFormat('en').format(words);

const dayOf = ({ timezone = 'UTC', ...school }: SchoolNow, moment: number) =>
  formatsOf({ ...school, timezone }).day(moment);

const LOOKS: Readonly<Record<GoLiveCode, (look: Look) => Finding | Promise<Finding>>> = {
  address({ school }) {
    const { name, street, town, country } = school;
    const lacking = [!street && 'street', !town && 'town', !country && 'country'].filter(
      (word) => word !== false,
    );
    if (lacking.length === 0) return there(`${name}, ${addressLines(school).join(', ')}.`);
    const why =
      lacking.length === 1
        ? 'is missing: visitors look for it, and it stands below every email.'
        : 'are missing: visitors look for them, and they stand below every email.';
    return missing(`The school is called ${name}. Its ${listed(lacking)} ${why}`);
  },

  contact({ school: { email, phone } }) {
    if (email) return there(`People reach you at ${listed([email, ...(phone ? [phone] : [])])}.`);
    return missing('Enter the school’s email address; replies to its emails go there too.');
  },

  timezone({ school: { timezone } }) {
    if (timezone) return there(`The time zone is ${timezone.replaceAll('_', ' ')}.`);
    return missing('Choose the school’s time zone. Until then times in emails are in UTC.');
  },

  async privacy({ db }) {
    const texts = await findWrittenTexts(db);
    if (texts.some(({ slug }) => slug === 'privacy')) return there('Everyone who registers agrees to it.');
    return missing(
      'Say what you keep about people, what for and for how long. Most countries require it before anyone registers.',
    );
  },

  async class({ db }) {
    if (await hasApprovedClass(db)) return there('Visitors find a class to enrol in.');
    return missing('Add a class and approve it: so far the list that visitors see is empty.');
  },

  async sender({ config: { mail }, school, proofs }) {
    if (!mail.smtpUrl) return missing(NO_MAIL_SERVER);
    const provedAt = await proofs.read('mail');
    if (provedAt) return there(`The mail server accepted a test email on ${dayOf(school, provedAt)}.`);
    return missing(
      'Send yourself an email, and check that it arrives. This mail server has not been tried yet.',
    );
  },

  async 'card-events'({ config, school, proofs }) {
    const provedAt = await proofs.read('card-events');
    const { isReal, name, meaning } = cardsOf(config);
    if (provedAt)
      return there(`${name} told the school of a payment on ${dayOf(school, provedAt)}.${meaning}`);
    if (!isReal)
      return missing(
        `${name} has told the school of no payment yet: register as a student and pay for a class with the test card 4242 4242 4242 4242.${meaning}`,
      );
    return missing(
      `${name} has told the school of no payment since its keys were set. Its dashboard must name the webhook ${siteOf(config)}/api${WEBHOOK_PATH}; the first payment, even one that is begun and not finished, shows that it works.`,
    );
  },

  async backup({ db, school, now }) {
    const remedy =
      'Ask your server’s administrator to make one every night and to keep it on another machine.';
    const madeAt = await readLastBackup(db);
    if (madeAt === undefined) return missing(`There is no backup of the school yet. ${remedy}`);
    const says = `The latest backup was made on ${dayOf(school, madeAt)}`;
    return now() - madeAt < WEEK_MS ? there(`${says}.`) : missing(`${says}, more than a week ago. ${remedy}`);
  },
};

/** Which card service there is, and what it means for the school's money. */
function cardsOf({ cards: { hosted, publishableKey } }: Config) {
  if (!hosted)
    return {
      isReal: false,
      name: 'The built-in card service',
      meaning:
        ' It takes no real money: ask your server’s administrator to set the keys of your Stripe account before anyone pays.',
    };
  if (publishableKey.startsWith('pk_test_'))
    return {
      isReal: false,
      name: 'Stripe',
      meaning:
        ' These are test keys, which take no real money: ask your server’s administrator to set the live ones before anyone pays.',
    };
  return { isReal: true, name: 'Stripe', meaning: '' };
}

/** All that a school needs before it opens, each looked at anew. */
export async function listLines(options: GoLiveOptions): Promise<GoLiveLine[]> {
  const look = { ...options, school: await options.readSchool() };
  return Promise.all(GOLIVE_CODES.map(async (code) => ({ code, ...(await LOOKS[code](look)) })));
}
