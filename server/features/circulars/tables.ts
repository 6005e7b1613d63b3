import type { AIMS } from '#contract/circulars/calls.ts';

/** What the office wrote to many families at once. */
export type CircularRow = {
  _id: string;
  /** Who sent it; null once that account was erased. */
  byid: string | null;
  aim: (typeof AIMS)[number];
  /** The class or the term, and what it was called; null for those who owe. */
  aimid: string | null;
  aimname: string | null;
  subject: string;
  /** In Markdown. */
  text: string;
  /** What its sender knows it by: the same again is answered with what was done. */
  key: string | null;
  /** How many accounts were written to, and how many have no address. */
  families: number;
  unreached: number;
  createdat: number;
};

/** An account that one was for. */
export type CircularRecipientRow = {
  _id: string;
  circularid: string;
  userid: string;
  /** The mail that it got; null without an address. */
  mailid: string | null;
  createdat: number;
};
