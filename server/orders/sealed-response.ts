import { type OrderResponse } from '#schemas/order.ts';
import { hashNumber, openVoucher, sealVoucher, type VoucherKeys } from './voucher-keys.ts';

/** A vendor's response as stored in an order. */
interface SealedResponse {
  readonly expiresAt: string | null;
  /** Id of the key. */
  readonly key: string;
  /** Keyed hash of the number. */
  readonly hash: string;
  /** Number and password, encrypted, in base64. */
  readonly sealed: string;
}

/**
 * Returns the associated data of the encryption: the order alone, so that the response can still be decrypted after the
 * company has moved to another country.
 */
const getPlace = (orderId: string) => ['order', orderId];

/** Encrypts the number and password in a vendor's response. */
export function sealResponse(
  keys: VoucherKeys,
  orderId: string,
  { expiresAt, ...secret }: OrderResponse,
): SealedResponse {
  const { key, bytes } = sealVoucher(keys, getPlace(orderId), secret);
  return {
    expiresAt,
    key,
    hash: hashNumber(keys, secret.number),
    sealed: bytes.toString('base64'),
  };
}

/** Reads an order's response in either form. Throws `SealedVoucherError`. */
export function openResponse(
  keys: VoucherKeys,
  { uuid, response }: { readonly uuid: string; readonly response: unknown },
): OrderResponse | null {
  // Written only by `decideOrder`, after validation.
  const storedResponse = response as OrderResponse | SealedResponse | null;
  if (storedResponse === null || !('sealed' in storedResponse)) return storedResponse;
  const { key, sealed, expiresAt } = storedResponse;
  const bytes = Buffer.from(sealed, 'base64');
  const { number, password } = openVoucher(keys, getPlace(uuid), { key, bytes });
  return { number, expiresAt, password };
}

/** Reads the expiry of an order's voucher, which isn't encrypted. */
export function readExpiry({ response }: { readonly response: unknown }): string | null {
  return (response as Pick<OrderResponse, 'expiresAt'> | null)?.expiresAt ?? null;
}
