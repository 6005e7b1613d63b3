import { type Client, Copy, dataOf } from './client.ts';

/* A school's books: who owes what, told by what changed since; what came to the bank is noted for the school. */

/** A line of a bank's statement. */
export type BankLine = { id: string; email: string; amount: number; day: string };

export function openBookkeeping(client: Client) {
  const copy = new Copy(client, [
    'families',
    'people',
    'classes',
    'enrolments',
    'terms',
    'rooms',
    'charges',
    'invoices',
    'movements',
  ]);
  return {
    copy,
    read: () => copy.read(),

    /** What is open of invoices, in all and by family. */
    open(): { all: number; families: Map<string, number> } {
      const families = new Map<string, number>();
      for (const { userid, open } of copy.of('invoices').values())
        if (userid && open > 0) families.set(userid, (families.get(userid) ?? 0) + Math.round(open * 100));
      return { all: [...families.values()].reduce((sum, open) => sum + open, 0), families };
    },

    /** Notes a transfer for the family with this address, however often it is asked to; gives the movement's id. */
    async note({ id, email, amount, day }: BankLine): Promise<string> {
      const family = [...copy.of('families').values()].find((one) => one.email === email);
      if (!family) throw new Error(`No family has the address ${email}.`);
      const noted = await client.POST('/v1/movements', {
        params: { header: { 'Idempotency-Key': `bank ${id}` } },
        body: { userid: family._id, kind: 'transfer', amount, day },
      });
      return dataOf(noted).insertedId;
    },
  };
}
