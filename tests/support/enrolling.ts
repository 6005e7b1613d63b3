import { Agent, request } from 'node:http';

/*
 * Students who enrol by HTTP, as their browsers do: select a class, ask for an intent, confirm the card,
 * record the payment.
 */

export const AT_ONCE = 16;
const FEE = 60;

type Sent = { token?: string; body?: object; form?: Record<string, string> };
type Call = (method: string, path: string, sent?: Sent) => Promise<Record<string, unknown>>;

export type Student = { email: string; token: string };
/** A school that listens, with open classes and signed-in students. */
export type Shop = {
  call: Call;
  publishableKey: string;
  students: readonly Student[];
  classes: readonly string[];
};
/** One student and one class. */
export type Wish = { student: Student; classid: string };
/** A payment that went through and is not recorded yet. */
export type Paid = Wish & { transactionId: string };

/** Calls of a client that keeps its connections. Each throws where the answer is no 200. */
export function callsTo(origin: string): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  return (method, path, { token, body, form } = {}) => {
    const payload = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body);
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    return new Promise((resolve, reject) => {
      const asked = request(origin + path, {
        agent,
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(payload && { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
        },
      });
      asked.on('error', reject);
      asked.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
        });
      });
      asked.end(payload);
    });
  };
}

export async function select({ call }: Shop, { classid, student: { email, token } }: Wish) {
  await call('POST', '/api/select/class/', { token, body: { classid, email } });
}

/** The way up to the confirmed card. */
export async function pay(shop: Shop, wish: Wish): Promise<Paid> {
  const { call, publishableKey } = shop;
  const { classid, student } = wish;
  const { token } = student;
  await select(shop, wish);
  const asked = { token, body: { price: FEE, classid } };
  const { clientSecret } = await call('POST', '/api/create-payment-intent', asked);
  const [transactionId = ''] = String(clientSecret).split('_secret_');
  await call('POST', `/cards/v1/payment_intents/${transactionId}/confirm`, {
    form: { key: publishableKey, client_secret: String(clientSecret), payment_method: 'pm_card_visa' },
  });
  return { ...wish, transactionId };
}

/** The last step: the student is enrolled. */
export async function record({ call }: Shop, { student: { email, token }, classid, transactionId }: Paid) {
  await call('POST', `/api/payments/${classid}`, { token, body: { email, transactionId, price: FEE } });
}

/**
 * Every student once for each of these classes; those who come one after the other are different students and
 * want different classes.
 */
export const wishesFor = ({ students }: Shop, classes: readonly string[]): Wish[] =>
  classes.flatMap((_, turn) =>
    students.map((student, at) => ({ student, classid: classes[(turn + at) % classes.length] ?? '' })),
  );

/** Does `work` for every item, `AT_ONCE` at a time; gives the seconds that took. */
export async function rush<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const left = items.values();
  const began = performance.now();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (performance.now() - began) / 1000;
}
