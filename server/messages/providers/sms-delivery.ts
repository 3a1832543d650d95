import { renderMessage } from '../templates/render-message.ts';
import { type Delivery, PermanentDeliveryError } from './delivery.ts';

const TIMEOUT_MS = 10_000;
/** Gateway statuses for an invalid number or a text it won't send. */
const PERMANENT_STATUSES: ReadonlySet<number> = new Set([400, 404, 422]);

class SmsGatewayError extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`The SMS gateway answered ${status}.`);
    this.name = 'SmsGatewayError';
    this.code = `sms_gateway_${status}`;
  }
}

/**
 * Sends messages through an HTTP gateway: `POST url` with `{"to": "+48…", "text": "…"}`; any 2xx
 * means accepted. Retries repeat the `idempotency-key`.
 * @param token bearer token, if the gateway needs one
 */
export function smsDelivery(url: string, token: string | null): Delivery {
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
        signal: AbortSignal.timeout(TIMEOUT_MS),
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
