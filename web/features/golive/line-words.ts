import type { GoLiveCode } from '#contract/golive/calls.ts';

type Words = { title: string; link?: { to: string; label: string } };

/** What each line is called, and where it is mended; what only the server's settings mend has no link. */
export const LINE_WORDS: Readonly<Record<GoLiveCode, Words>> = {
  address: { title: 'Name and address', link: { to: '/admin/school', label: 'Fill in' } },
  contact: { title: 'How people reach you', link: { to: '/admin/school', label: 'Fill in' } },
  timezone: { title: 'Time zone', link: { to: '/admin/school', label: 'Choose' } },
  privacy: { title: 'Privacy policy', link: { to: '/admin/texts/privacy', label: 'Write' } },
  class: { title: 'A first class', link: { to: '/admin/manageclass', label: 'Manage classes' } },
  sender: { title: 'Emails are sent' },
  'card-events': { title: 'Payments reach the school' },
  backup: { title: 'Backup' },
};
