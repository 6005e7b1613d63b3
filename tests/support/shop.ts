import type { CardsServer } from './cards-server.ts';
import type { FaultySchool, Student } from './faulty-school.ts';

type Shoppers = { url: string; classes: readonly string[]; students: readonly Student[] };

/**
 * Students who all want a class at once, each in their own way: one never pays, one pays and closes the
 * browser, one pays and tells the school, one of those changes their mind, one is refunded at the card
 * service past the school, and one disputes the payment and wins. Parents pay for their children with them,
 * in the other classes too, and change their mind about one place.
 */
export async function shop(school: FaultySchool, cards: CardsServer, { url, classes, students }: Shoppers) {
  await Promise.all(
    students.map(async (student, at) => {
      const classid = classes[at % classes.length] as string;
      const post = (path: string, body: object) => school.call(url, student, path, body);
      const items = student.children.map((learnerid, nth) => ({
        learnerid,
        classid: classes[(at + nth + 1) % classes.length],
      }));
      const price = FEE * (items.length + 1);
      const opened =
        items.length > 0
          ? await post('/checkout', { items: [{ classid }, ...items] })
          : await post('/create-payment-intent', { price, classid });
      const secret = opened?.body.clientSecret;
      // Each way once for either class.
      const way = WAYS[Math.floor(at / classes.length) % WAYS.length];
      if (!secret || way === 'leaves') return;
      const { id, isPaid } = await cards.confirm(
        secret,
        way === 'disputes' ? 'pm_card_createDispute' : undefined,
      );
      if (!isPaid || way === 'closes') return;
      const paid = { email: student.email, transactionId: id, price };
      const recorded = await post(`/payments/${classid}`, paid);
      const enrolment = recorded?.body.result?.insertedId;
      if (enrolment && way === 'cancels') await post(`/enrolments/${enrolment}/cancel`, {});
      if (way === 'refunded') await cards.refundOutside(id);
      if (way === 'disputes') await cards.loseDispute(id);
    }),
  );
}

const FEE = 60;
const WAYS = ['leaves', 'closes', 'cancels', 'stays', 'refunded', 'disputes'] as const;
