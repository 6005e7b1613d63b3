import type { CardsServer } from './cards-server.ts';
import type { FaultySchool, Student } from './faulty-school.ts';

type Shoppers = { url: string; classes: readonly string[]; students: readonly Student[] };

/**
 * Students who all want a class at once, each in their own way: one never pays, one pays and closes the browser, one pays and tells the
 * school, one of those changes their mind.
 */
export async function shop(school: FaultySchool, cards: CardsServer, { url, classes, students }: Shoppers) {
  await Promise.all(
    students.map(async (student, at) => {
      const classid = classes[at % classes.length] as string;
      const post = (path: string, body: object) => school.call(url, student, path, body);
      const opened = await post('/create-payment-intent', { price: 60, classid });
      const secret = opened?.body.clientSecret;
      // Two of each way, one for either class.
      const way = Math.floor(at / classes.length) % 4;
      if (!secret || way === 0) return;
      const { id } = await cards.confirm(secret);
      if (way === 1) return;
      const recorded = await post(`/payments/${classid}`, {
        email: student.email,
        transactionId: id,
        price: 60,
      });
      const enrolment = recorded?.body.result?.insertedId;
      if (enrolment && way === 2) await post(`/enrolments/${enrolment}/cancel`, {});
    }),
  );
}
