import { createTransport } from 'nodemailer';
import { wordsOf } from './messages.ts';
import { type Delivery } from './delivery.ts';

/** A mail server that takes longer than this is as good as down. */
const TIMEOUT_MS = 10_000;

/**
 * Sends codes as e-mails, each as plain text and as a page, and letters with what is enclosed.
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
  return {
    send: async (message) => {
      const { to } = message;
      const { subject, mail, html } = wordsOf(message);
      // As an object the address is not parsed: it can't name a second recipient.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text: mail, html });
    },
    sendLetter: async ({ to, subject, text, attachment }) => {
      const { name: filename, mediaType: contentType, content } = attachment;
      const attachments = [{ filename, contentType, content: Buffer.from(content) }];
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, attachments });
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}
