import type { Messages } from './messages.d.ts';

/** The id of a message. */
export type MessageId = keyof Messages;
/** What a message takes, by name: numbers where it counts, else text; tags in those that hold elements. */
export type ValuesOf<Id extends MessageId> = Messages[Id];

type IsPlain<Values> = keyof Values extends never ? true : false;
/** Messages without arguments. */
export type PlainId = { [Id in MessageId]: IsPlain<Messages[Id]> extends true ? Id : never }[MessageId];
/** The arguments of `t` after the id: none where a message has none. */
export type Arguments<Id extends MessageId> =
  IsPlain<Messages[Id]> extends true ? [] : [values: Messages[Id]];
