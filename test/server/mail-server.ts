import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came: headers and all parts. */
  readonly text: string;
}

/** A real mail server that keeps what it is sent. */
export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /**
   * What it does with a message: takes it; knows nobody (550); is busy (451); says nothing once it has all
   * of it, so that nobody knows whether it arrived.
   */
  mood: 'takes' | 'knows nobody' | 'busy' | 'silent';
  /** How many messages it has been silent about. */
  readonly silences: () => number;
  close: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let silences = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo: (_address, _session, done) => {
      if (mail.mood === 'knows nobody') return done(saying('no such user', 550));
      done(mail.mood === 'busy' ? saying('try again later', 451) : null);
    },
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.once('end', () => {
        if (mail.mood === 'silent') {
          silences += 1;
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  // Who is killed leaves connections behind.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    mood: 'takes',
    silences: () => silences,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
  return mail;
}

/** The one-time code that a mail brings; null where it brings none. */
export function codeIn({ text }: ReceivedMail): string | null {
  const part =
    /Content-Type: text\/plain[^]*?Content-Transfer-Encoding: (\S+)(?:\r?\n.+)*\r?\n\r?\n([^]*?)\r?\n--/i;
  const [, encoding = '', body = ''] = part.exec(text) ?? [];
  const plain = encoding === 'base64' ? Buffer.from(body, 'base64').toString() : body;
  return /(?<!\d)(\d{5}|\d{10})(?!\d)/.exec(plain.replace(/=[0-9A-F]{2}|=\r?\n/g, ''))?.[1] ?? null;
}

function saying(text: string, responseCode: number): Error {
  return Object.assign(new Error(text), { responseCode });
}
