import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { type OrderResponse } from '#schemas/order.ts';

/*
 * Encryption of voucher codes, which are worth money. The database alone, or a backup of it, isn't enough to read
 * them: the keys are in the server's settings.
 */

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Block size of SHA-256. */
const BLOCK_BYTES = 64;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/**
 * Number of hexadecimal digits to which a hash is truncated. Hashes are stored as UUIDs, the smallest type for 16
 * bytes.
 */
const HASH_DIGITS = 32;

interface VoucherKey {
  readonly id: string;
  /** Encrypts numbers and passwords. */
  readonly cipherKey: KeyObject;
  /** These two keys hash numbers, so that codes can be found and kept unique without storing their numbers. */
  readonly innerKey: Uint8Array;
  readonly outerKey: Uint8Array;
}

/** Keys for voucher codes: the one that encrypts new codes, and all that can decrypt stored ones. */
export interface VoucherKeys {
  readonly currentKey: VoucherKey;
  /** Includes the current key. */
  readonly allKeys: readonly VoucherKey[];
}

/** The part of a voucher that is worth money. */
type Secret = Pick<OrderResponse, 'number' | 'password'>;

/** A sealed text, and the id of its key. */
interface SealedText {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** A code that can't be decrypted. The message contains the key's id, but no value. */
class SealedVoucherError extends Error {
  override readonly name = 'SealedVoucherError';
}

/** The key for development and tests. Everyone knows it, so production needs its own. */
export const DEVELOPMENT_VOUCHER_KEYS = 'development:not-a-secret-because-it-is-in-the-repository';

const KEY = /^(?<id>[a-z0-9-]{1,20}):(?<secret>[^\s,:]{32,})$/;

/** True if the setting is a list of ID:SECRET pairs with distinct ids. */
export function isVoucherKeys(setting: string): boolean {
  const ids = setting.split(',').map((entry) => KEY.exec(entry)?.groups?.['id']);
  return ids.every((id) => id !== undefined) && new Set(ids).size === ids.length;
}

/**
 * Derives the keys.
 * @param setting ID:SECRET, separated by commas; null for the development key
 */
export function createVoucherKeys(setting: string | null): VoucherKeys {
  const allKeys = (setting ?? DEVELOPMENT_VOUCHER_KEYS).split(',').map((entry) => {
    const { id = '', secret = '' } = KEY.exec(entry)?.groups ?? {};
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secret, '', `voucher codes: ${purpose}`, KEY_BYTES));
    const hashKey = derive('lookup');
    return {
      id,
      // With a key object, creating a cipher takes a seventh of the time.
      cipherKey: createSecretKey(derive('encryption')),
      innerKey: padKey(hashKey, 0x36),
      outerKey: padKey(hashKey, 0x5c),
    };
  });
  const [currentKey] = allKeys;
  if (!currentKey) throw new Error('There is no key for voucher codes.');
  return { currentKey, allKeys };
}

/** Pads a key to a block of SHA-256, as HMAC does. */
const padKey = (key: Buffer, pad: number) =>
  Buffer.alloc(BLOCK_BYTES, pad).map((byte, index) => byte ^ (key[index] ?? 0));

/**
 * Encrypts a code with the current key.
 * @param place parts that identify the code's row; the code can't be decrypted in another row
 */
export function sealVoucher({ currentKey }: VoucherKeys, place: readonly string[], secret: Secret) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, currentKey.cipherKey, nonce).setAAD(associatedData(place));
  const text = JSON.stringify([secret.number, secret.password]);
  const sealedBytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { key: currentKey.id, bytes: Buffer.concat([nonce, cipher.getAuthTag(), sealedBytes]) };
}

/** Decrypts a code. Throws `SealedVoucherError` if its key is missing or wrong, or if it belongs to another row. */
export function openVoucher(
  { allKeys }: VoucherKeys,
  place: readonly string[],
  { key: id, bytes }: SealedText,
): Secret {
  const key = allKeys.find((each) => each.id === id);
  if (!key)
    throw new SealedVoucherError(`VOUCHER_KEYS has no key “${id}”, but a code is sealed with it.`);
  const sealedBytes = Buffer.from(bytes);
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, key.cipherKey, sealedBytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(associatedData(place))
      .setAuthTag(sealedBytes.subarray(NONCE_BYTES, tagEnd));
    const text = Buffer.concat([decipher.update(sealedBytes.subarray(tagEnd)), decipher.final()]);
    // Written only by `sealVoucher`.
    const [number, password] = JSON.parse(text.toString()) as [string, string | null];
    return { number, password };
  } catch {
    throw new SealedVoucherError(`The key “${id}” of VOUCHER_KEYS can’t open a code.`);
  }
}

const associatedData = (place: readonly string[]) => Buffer.from(JSON.stringify(place));

/**
 * Hashes a number with the current key.
 * @returns 16 bytes as a UUID
 */
export function hashNumber(
  { currentKey }: Pick<VoucherKeys, 'currentKey'>,
  number: string,
): string {
  return hashWith(currentKey, number);
}

/** Hashes a number with each key, because its row may have been written with any of them. */
export function hashNumberWithAll({ allKeys }: VoucherKeys, number: string): string[] {
  return allKeys.map((key) => hashWith(key, number));
}

/** Computes HMAC-SHA256 as defined in RFC 2104. For a short text, this is eight times as fast as `createHmac`. */
function hashWith({ innerKey, outerKey }: VoucherKey, number: string): string {
  const inner = hash('sha256', Buffer.concat([innerKey, Buffer.from(number)]), 'buffer');
  const digits = hash('sha256', Buffer.concat([outerKey, inner]), 'hex').slice(0, HASH_DIGITS);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
