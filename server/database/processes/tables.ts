import type { PublicContent } from '#contract/endpoint.ts';

/** How often public content has changed, as the processes on one database tell each other. */
export type ContentVersionRow = { content: PublicContent; version: number };

/**
 * How many calls one caller has made in a window that ends at `until`, as reported by the processes; `key` is
 * a hash.
 */
export type CallCountRow = { key: string; count: number; until: number };

/** A process that others can see, and how often it has said so; gone once it is known to be dead. */
export type ProcessRow = { _id: string; beats: number };

/** What the school made once and keeps: signing keys, which seed it had. */
export type SettingRow = { key: string; value: string };
