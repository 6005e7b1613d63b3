import { type Client, Copy, type Inbox, type Message, type Records } from './client.ts';

/* A school's other website: the classes that may be taken now, told of by messages and looked through at night. */

export function openWebsite(client: Client, inbox: Inbox) {
  const copy = new Copy(client, ['classes', 'terms', 'rooms', 'posts']);
  return {
    copy,

    /** At the start, and once a night. */
    read: () => copy.read(),

    /** Takes a message: reads the class that it is of. */
    async take(message: Message) {
      const notice = inbox.open(message);
      if (notice?.subject?.kind === 'class') await copy.follow(`/api/v1/classes/${notice.subject.id}`);
    },

    /** What is on the first page: classes with a free place, by name. */
    offers: (): Records['classes'][] =>
      [...copy.of('classes').values()]
        .filter(({ status, availableseat }) => status === 'approved' && availableseat > 0)
        .toSorted((one, other) => one.classname.localeCompare(other.classname)),
  };
}
