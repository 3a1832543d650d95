import { renderMessage } from '../templates/render-message.ts';
import { type Delivery, PermanentDeliveryError, type Message } from './delivery.ts';
import { createTransport } from 'nodemailer';
import type { Environment } from '#server/environment.ts';
import { createMemoryDelivery, type MemoryDelivery } from './memory-delivery.ts';

const SMS_TIMEOUT_MS = 10_000;
/** Statuses of the gateway for an invalid number, or for a text that the gateway won't send. */
const PERMANENT_STATUSES: ReadonlySet<number> = new Set([400, 404, 422]);

class SmsGatewayError extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`The SMS gateway responded with ${status}.`);
    this.name = 'SmsGatewayError';
    this.code = `sms_gateway_${status}`;
  }
}

/**
 * Creates the delivery of text messages through an HTTP gateway. Each message is sent as `POST url` with the body
 * `{"to": "+48…", "text": "…"}`. Any 2xx status means that the gateway has accepted the message. Retries repeat the
 * `idempotency-key`.
 * @param token bearer token, if the gateway needs one
 */
export function createSmsDelivery(url: string, token: string | null): Delivery {
  return {
    send: async (message, { id }) => {
      const { to } = message;
      const { sms } = renderMessage(message);
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, text: sms }),
        redirect: 'error',
        signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const cause = new SmsGatewayError(response.status);
      if (PERMANENT_STATUSES.has(response.status))
        throw new PermanentDeliveryError(cause.code, { cause });
      throw cause;
    },
    close: () => Promise.resolve(),
  };
}

const SMTP_TIMEOUT_MS = 10_000;

/**
 * Creates the delivery of emails through SMTP. Emails contain plain text and HTML.
 * @param url `smtp://user:password@host:port`, or `smtps:` for implicit TLS
 */
export function createSmtpDelivery(url: string, from: string): Delivery {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // Message content must never make the mailer read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = getDomain(from);
  return {
    send: async (message, { id, attachments }) => {
      const { to } = message;
      const { subject, text, html } = renderMessage(message);
      try {
        await transport.sendMail({
          from,
          // An address object isn't parsed, so it can't contain a second recipient.
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

/** True if the mail server has rejected the recipient with a 5xx status. Any other failure may be temporary. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}

/** Returns the domain of the sender address. */
function getDomain(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
}

/**
 * Creates the delivery that the environment configures. Emails go through SMTP and text messages through the SMS
 * gateway. If one of these isn't configured, its messages are captured in memory and announced instead. Production
 * doesn't start unless both are configured.
 * @param announce called with each captured message
 */
export function createDelivery(
  environment: Environment,
  now: () => number,
  announce: (message: Message) => void,
): { delivery: Delivery; memory: MemoryDelivery } {
  const memory = createMemoryDelivery(now, announce);
  const mail = environment.smtp && createSmtpDelivery(environment.smtp.url, environment.smtp.from);
  const sms = environment.sms && createSmsDelivery(environment.sms.url, environment.sms.token);
  const delivery: Delivery = {
    send: (message, envelope) =>
      (message.channel === 'email' ? (mail ?? memory) : (sms ?? memory)).send(message, envelope),
    close: async () => {
      await Promise.all([mail?.close(), sms?.close()]);
    },
  };
  return { delivery, memory };
}
