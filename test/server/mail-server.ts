import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it came: its source, with all its headers. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly text: string;
}

/** A mail server that keeps what it is sent, and knows nobody while it `refuses`. */
export interface MailServer {
  /** Its address: `smtp://127.0.0.1:2525`. */
  readonly url: string;
  readonly received: ReceivedMail[];
  refuses: boolean;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(mail.refuses ? new Error('no such user') : null),
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.once('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((recipient) => recipient.address),
          text,
        });
        done();
      });
    },
  });
  // Whoever is killed while they send breaks the connection off.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  const mail = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuses: false,
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
