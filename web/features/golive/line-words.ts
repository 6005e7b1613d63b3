import type { GoLiveCode } from '#contract/golive/calls.ts';
import type { PlainId } from '#languages/t.ts';

type Words = { title: PlainId; link?: { to: string; label: PlainId } };

/** What each line is called, and where it is mended; what only the server's settings mend has no link. */
export const LINE_WORDS: Readonly<Record<GoLiveCode, Words>> = {
  address: { title: 'golive.name_and_address', link: { to: '/admin/school', label: 'golive.fill_in' } },
  contact: { title: 'golive.how_people_reach_you', link: { to: '/admin/school', label: 'golive.fill_in' } },
  timezone: { title: 'golive.time_zone', link: { to: '/admin/school', label: 'golive.choose' } },
  privacy: { title: 'golive.privacy_policy', link: { to: '/admin/texts/privacy', label: 'golive.write' } },
  class: { title: 'golive.first_class', link: { to: '/admin/manageclass', label: 'golive.manage_classes' } },
  sender: { title: 'golive.emails_are_sent' },
  'card-events': { title: 'golive.payments_reach_school' },
  backup: { title: 'golive.backup' },
};
