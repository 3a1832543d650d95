import { createTransport } from 'nodemailer';
import { renderMessage } from '../templates/render-message.ts';
import { type Delivery, PermanentDeliveryError } from './delivery.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends e-mails as plain text and HTML.
 * @param url `smtp://user:password@host:port`, or `smtps:` for implicit TLS
 */
export function smtpDelivery(url: string, from: string): Delivery {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Message content must never make the mailer read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = domainOf(from);
  return {
    send: async (message, { id, attachments }) => {
      const { to } = message;
      const { subject, text, html } = renderMessage(message);
      try {
        await transport.sendMail({
          from,
          // An address object isn't parsed, so it can't smuggle in a second recipient.
          to: { name: '', address: to },
          subject,
          text,
          html,
          // Lets the mailbox drop duplicates.
          messageId: `<${id}@${host}>`,
          // Suppresses automatic replies.
          headers: { 'auto-submitted': 'auto-generated' },
          attachments: attachments.map(({ name, mediaType, content }) => ({
            filename: name,
            contentType: mediaType,
            content: Buffer.from(content),
          })),
        });
      } catch (error) {
        if (isPermanent(error))
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

/** 5xx for a recipient is permanent; any other failure may be temporary. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}

/** Domain of the sender address. */
function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
}
