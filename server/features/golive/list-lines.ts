import { formatsOf, listOf } from '#contract/formats.ts';
import { GOLIVE_CODES, type GoLiveCode, type GoLiveLine } from '#contract/golive/calls.ts';
import { addressLines } from '#contract/school/calls.ts';
import { type MessageId, type PlainId, t } from '#languages/t.ts';
import type { Config } from '#server/config/config.ts';
import { siteOf } from '#server/config/site.ts';
import type { ReadSchool, SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { readLastBackup } from '#server/database/settings/last-backup.ts';
import { WEBHOOK_PATH } from '#server/features/payments/index.ts';
import { findWrittenTexts } from '#server/features/texts/index.ts';
import { listed } from '#server/jobs/letter.ts';
import type { Proofs } from './proofs.ts';
import { hasApprovedClass } from './queries.ts';

export type GoLiveOptions = {
  db: Db;
  config: Config;
  readSchool: ReadSchool;
  proofs: Proofs;
  now: () => number;
};

type Finding = Omit<GoLiveLine, 'code'>;
type Look = GoLiveOptions & { school: SchoolNow };

const WEEK_MS = 7 * 24 * 60 * 60_000;

const there = (sentence: string): Finding => ({ done: true, sentence });
const missing = (sentence: string): Finding => ({ done: false, sentence });

const dayOf = ({ timezone = 'UTC', ...school }: SchoolNow, moment: number) =>
  formatsOf({ ...school, timezone }).day(moment);

const LOOKS: Readonly<Record<GoLiveCode, (look: Look) => Finding | Promise<Finding>>> = {
  address({ school }) {
    const { name, street, town, country } = school;
    const parts = [
      ...(street ? [] : [t('golive.missing_street')]),
      ...(town ? [] : [t('golive.missing_town')]),
      ...(country ? [] : [t('golive.missing_country')]),
    ];
    if (parts.length === 0)
      return there(t('golive.address_found', { name, address: addressLines(school).join(', ') }));
    return missing(t('golive.address_missing', { name, count: parts.length, parts: listed(parts) }));
  },

  contact({ school: { email, phone } }) {
    if (!email) return missing(t('golive.contact_missing'));
    return there(t('golive.contact_found', { ways: listOf([email, ...(phone ? [phone] : [])]) }));
  },

  timezone({ school: { timezone } }) {
    if (!timezone) return missing(t('golive.timezone_missing'));
    return there(t('golive.timezone_found', { zone: timezone.replaceAll('_', ' ') }));
  },

  async privacy({ db }) {
    const texts = await findWrittenTexts(db);
    if (texts.some(({ slug }) => slug === 'privacy')) return there(t('golive.privacy_found'));
    return missing(t('golive.privacy_missing'));
  },

  async class({ db }) {
    if (await hasApprovedClass(db)) return there(t('golive.class_found'));
    return missing(t('golive.class_missing'));
  },

  async sender({ config: { mail }, school, proofs }) {
    if (!mail.smtpUrl) return missing(t('golive.no_mail_server'));
    const provedAt = await proofs.read('mail');
    if (provedAt) return there(t('golive.sender_found', { day: dayOf(school, provedAt) }));
    return missing(t('golive.sender_missing'));
  },

  async 'card-events'({ config, school, proofs }) {
    const provedAt = await proofs.read('card-events');
    const { found, lacking } = CARDS[cardsOf(config)];
    if (provedAt) return there(t(found, { day: dayOf(school, provedAt) }));
    const address = `${siteOf(config)}/api${WEBHOOK_PATH}`;
    return missing(lacking ? t(lacking) : t('golive.cards_missing', { address }));
  },

  async backup({ db, school, now }) {
    const madeAt = await readLastBackup(db);
    if (madeAt === undefined) return missing(t('golive.backup_none'));
    const day = dayOf(school, madeAt);
    if (now() - madeAt < WEEK_MS) return there(t('golive.backup_found', { day }));
    return missing(t('golive.backup_old', { day }));
  },
};

/** What each card service says, and whether real money moves. */
const CARDS = {
  'built-in': { found: 'golive.built_in_cards_found', lacking: 'golive.built_in_cards_missing' },
  test: { found: 'golive.test_cards_found', lacking: 'golive.test_cards_missing' },
  real: { found: 'golive.cards_found', lacking: undefined },
} as const satisfies Record<string, { found: MessageId; lacking: PlainId | undefined }>;

function cardsOf({ cards: { hosted, publishableKey } }: Config): keyof typeof CARDS {
  if (!hosted) return 'built-in';
  return publishableKey.startsWith('pk_test_') ? 'test' : 'real';
}

/** All that a school needs before it opens, each looked at anew. */
export async function listLines(options: GoLiveOptions): Promise<GoLiveLine[]> {
  const look = { ...options, school: await options.readSchool() };
  return Promise.all(GOLIVE_CODES.map(async (code) => ({ code, ...(await LOOKS[code](look)) })));
}
