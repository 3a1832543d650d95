import { createTransport } from 'nodemailer';
import { renderMessage } from '../templates/render-message.ts';
import { type Delivery, PermanentDeliveryError } from './delivery.ts';

/** A mail server that takes longer than this is as good as down. */
const TIMEOUT_MS = 10_000;

/**
 * Sends e-mails, each as plain text and as a page.
 * @param url `smtp://user:password@host:port`, or `smtps:` for TLS from the start
 */
export function smtpDelivery(url: string, from: string): Delivery {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // The text is ours; nothing of it may make the mailer read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = hostOf(from);
  return {
    send: async (message, { id, attachments }) => {
      const { to } = message;
      const { subject, text, html } = renderMessage(message);
      try {
        await transport.sendMail({
          from,
          // As an object the address is not parsed: it can't name a second recipient.
          to: { name: '', address: to },
          subject,
          text,
          html,
          // By which a mailbox knows that it has the message already.
          messageId: `<${id}@${host}>`,
          // No robot has to answer it.
          headers: { 'auto-submitted': 'auto-generated' },
          attachments: attachments.map(({ name, mediaType, content }) => ({
            filename: name,
            contentType: mediaType,
            content: Buffer.from(content),
          })),
        });
      } catch (error) {
        if (isForGood(error))
          throw new PermanentDeliveryError('recipient_refused', { cause: error });
        throw error;
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}

/** A mail server that says 5xx to a recipient says so again; to anything else it may think better of it. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}

/** What stands behind the `@` of the sender. */
function hostOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
}
