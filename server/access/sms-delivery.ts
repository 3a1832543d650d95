import { wordsOf } from './messages.ts';
import { type CodeDelivery } from './delivery.ts';

/** A gateway that takes longer than this is as good as down. */
const TIMEOUT_MS = 10_000;

/** The gateway did not take the message. */
export class SmsGatewayError extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`The SMS gateway answered ${status}.`);
    this.name = 'SmsGatewayError';
    this.code = `sms_gateway_${status}`;
  }
}

/**
 * Sends codes through an HTTP gateway: `POST url` with `{"to": "+48…", "text": "…"}`, answered by any 2xx.
 * @param token sent as a bearer token, where there is one
 */
export function smsDelivery(url: string, token: string | null): CodeDelivery {
  return {
    send: async (message) => {
      const { to } = message;
      const { sms } = wordsOf(message);
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ to, text: sms }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new SmsGatewayError(response.status);
    },
    close: () => Promise.resolve(),
  };
}
