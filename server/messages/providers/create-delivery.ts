import { type Environment } from '#server/environment.ts';
import { type Delivery, type Message } from './delivery.ts';
import { memoryDelivery, type MemoryDelivery } from './memory-delivery.ts';
import { smsDelivery } from './sms-delivery.ts';
import { smtpDelivery } from './smtp-delivery.ts';

/**
 * Creates the delivery configured by the environment: SMTP and SMS gateway where set, otherwise
 * captured in memory and announced. Production refuses to start without both.
 * @param announce called with each captured message
 */
export function createDelivery(
  environment: Environment,
  now: () => number,
  announce: (message: Message) => void,
): { delivery: Delivery; kept: MemoryDelivery } {
  const kept = memoryDelivery(now, announce);
  const mail = environment.smtp && smtpDelivery(environment.smtp.url, environment.smtp.from);
  const sms = environment.sms && smsDelivery(environment.sms.url, environment.sms.token);
  const delivery: Delivery = {
    send: (message, envelope) =>
      (message.channel === 'email' ? (mail ?? kept) : (sms ?? kept)).send(message, envelope),
    close: async () => {
      await Promise.all([mail?.close(), sms?.close()]);
    },
  };
  return { delivery, kept };
}
