import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that arrived; `text` is its body as plain text. */
export type ArrivedMail = { to: string; subject: string; text: string };

/**
 * A mail server on a port of the system's, that takes every mail unless `refusal` says what it answers
 * instead.
 */
export async function openMailServer() {
  const mails: ArrivedMail[] = [];
  const server = {
    mails,
    refusal: undefined as string | undefined,
    url: '',
    /** The mails to an address, the latest last. */
    to: (address: string) => mails.filter(({ to }) => to === address),
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const take = (chunks: Buffer[]) => {
        if (server.refusal) return done(Object.assign(new Error(server.refusal), { responseCode: 550 }));
        const to = session.envelope.rcptTo[0]?.address ?? '';
        mails.push({ to, ...readMail(Buffer.concat(chunks).toString('latin1')) });
        done();
      };
      // What a sender that dies meanwhile has sent is no mail.
      stream.toArray().then(take, () => {});
    },
  });
  // A sender that dies cuts its connection.
  smtp.on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  server.url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  return server;
}

/**
 * The subject and the plain text of a message (RFC 2045), which comes as its bytes: the first part, whichever
 * way it is encoded.
 */
export function readMail(message: string): Omit<ArrivedMail, 'to'> {
  const unfolded = message.replace(/\r\n(?=[ \t])/g, '');
  const subject = decodeWords(/^Subject: (.*)$/m.exec(unfolded)?.[1]?.trim() ?? '');
  const part = message.slice(message.search(/^Content-Type: text\/plain/m));
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(unfolded)?.[1];
  const body = rest.join('\r\n\r\n').split(`\r\n--${boundary}`)[0] ?? '';
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1]?.toLowerCase();
  return { subject, text: decode(body, encoding).toString('utf8') };
}

function decode(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const joined = body.replace(/=\r\n/g, '');
  return Buffer.from(
    joined.replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
}

/** A heading with encoded words in it (RFC 2047), between which white space says nothing. */
const decodeWords = (heading: string): string =>
  heading
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[BQ]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi)].map(([, way = '', word = '']) =>
          way.toUpperCase() === 'B'
            ? decode(word, 'base64')
            : decode(word.replaceAll('_', ' '), 'quoted-printable'),
        ),
      ).toString('utf8'),
    );
