import { type Environment } from '../environment.ts';
import { type CodeMessage, type Delivery } from './delivery.ts';
import { memoryDelivery, type MemoryDelivery } from './memory-delivery.ts';
import { smsDelivery } from './sms-delivery.ts';
import { smtpDelivery } from './smtp-delivery.ts';

/**
 * The delivery that the environment asks for: mail server and gateway where they are set, else codes
 * are kept and announced (never so in production, which does not start without both).
 * @param announce is told of each code that is kept instead of sent
 */
export function configuredDelivery(
  environment: Environment,
  now: () => number,
  announce: (message: CodeMessage) => void,
): { delivery: Delivery; kept: MemoryDelivery } {
  const kept = memoryDelivery(now, announce);
  const mail = environment.smtp && smtpDelivery(environment.smtp.url, environment.smtp.from);
  const sms = environment.sms && smsDelivery(environment.sms.url, environment.sms.token);
  const delivery: Delivery = {
    send: (message) => (message.channel === 'email' ? (mail ?? kept) : (sms ?? kept)).send(message),
    sendLetter: (letter) => (mail ?? kept).sendLetter(letter),
    close: async () => {
      await Promise.all([mail?.close(), sms?.close()]);
    },
  };
  return { delivery, kept };
}
