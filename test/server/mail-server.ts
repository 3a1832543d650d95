import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The raw message with headers and all parts. */
  readonly text: string;
}

/** A real SMTP server that records the messages it receives. */
export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /**
   * Handling of messages: accepts them, rejects them with 550 or 451, or sends no response after the data, so that the
   * sender doesn't know whether they arrived.
   */
  behaviour: 'accepts' | 'unknown recipient' | 'busy' | 'silent';
  /** Number of messages that got no response. */
  readonly silentCount: () => number;
  close: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const receivedMails: ReceivedMail[] = [];
  let silentCount = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo: (_address, _session, callback) => {
      if (mail.behaviour === 'unknown recipient') return callback(smtpError('no such user', 550));
      callback(mail.behaviour === 'busy' ? smtpError('try again later', 451) : null);
    },
    onData: (stream, session, callback) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.once('end', () => {
        if (mail.behaviour === 'silent') {
          silentCount += 1;
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        receivedMails.push({ from, to: rcptTo.map(({ address }) => address), text });
        callback();
      });
    },
  });
  // A killed sender leaves broken connections.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: receivedMails,
    behaviour: 'accepts',
    silentCount: () => silentCount,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
  return mail;
}

/** Returns the one-time code in a mail; null if it has none. */
export function codeIn({ text }: ReceivedMail): string | null {
  const bodyPart =
    /Content-Type: text\/plain[^]*?Content-Transfer-Encoding: (\S+)(?:\r?\n.+)*\r?\n\r?\n([^]*?)\r?\n--/i;
  const [, encoding = '', body = ''] = bodyPart.exec(text) ?? [];
  const decodedBody = encoding === 'base64' ? Buffer.from(body, 'base64').toString() : body;
  return (
    /(?<!\d)(\d{5}|\d{10})(?!\d)/.exec(decodedBody.replace(/=[0-9A-F]{2}|=\r?\n/g, ''))?.[1] ?? null
  );
}

function smtpError(text: string, responseCode: number): Error {
  return Object.assign(new Error(text), { responseCode });
}
