import { type Client, Copy, dataOf, type Inbox, type Message, type Records } from './client.ts';

/* A screen at the door: which lesson is in which room. It is told of changes by messages alone. */

export function openDoorDisplay(client: Client, inbox: Inbox, webhookid: string) {
  const copy = new Copy(client, ['classes', 'rooms', 'lessons']);
  return {
    copy,
    read: () => copy.read(),

    /** Takes a message of a class or a lesson. */
    async take(message: Message) {
      const notice = inbox.open(message);
      const { kind, id } = notice?.subject ?? {};
      if (kind === 'class') {
        await copy.follow(`/api/v1/classes/${id}`);
        // Lessons that are new have no message of their own.
        if (notice?.type.startsWith('class.') && id) await copy.readLessonsOf(id);
      }
      if (kind === 'lesson') await copy.follow(`/api/v1/lessons/${id}`);
    },

    /** After it was off: has all sent again that happened meanwhile; gives how many messages come. */
    async catchUp(from: string, to: string): Promise<number> {
      inbox.forget();
      const sent = await client.POST('/v1/webhooks/{id}/redeliver', {
        params: { path: { id: webhookid }, header: { 'Idempotency-Key': `since ${from}` } },
        body: { from, to },
      });
      return dataOf(sent).modifiedCount;
    },

    /** What is on the screen on a day, in order. */
    show: (day: string): { at: string; classname: string; room: string }[] =>
      [...copy.of('lessons').values()]
        .filter((lesson: Records['lessons']) => lesson.day === day && lesson.state !== 'cancelled')
        .toSorted((one, other) => one.startsat.localeCompare(other.startsat))
        .map(({ startsat, classid, roomid }) => ({
          at: startsat,
          classname: copy.of('classes').get(classid)?.classname ?? '',
          room: copy.of('rooms').get(roomid ?? '')?.name ?? '',
        })),
  };
}
