import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** A CBOR value, limited to the types that authenticators use. */
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function encodeHead(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 256) return Buffer.from([(type << 5) | 24, length]);
  return Buffer.from([(type << 5) | 25, length >> 8, length & 255]);
}

function encode(value: Cbor): Buffer {
  if (typeof value === 'number')
    return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([encodeHead(3, bytes.length), bytes]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [encode(key), encode(entry)]);
  return Buffer.concat([encodeHead(5, value.size), ...entries]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** Deliberate faults of the authenticator. */
interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
  /** Signs with another key. */
  readonly hasWrongKey?: boolean;
}

/**
 * An authenticator with one passkey (ES256), built on Node’s cryptography, so that the server’s verification runs on
 * real attestations and signatures.
 */
export function createAuthenticator(site: { readonly origin: string; readonly rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { privateKey: otherKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = encode(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  let counter = 0;

  const authenticatorData = (faults: Faults, attestedBytes: Buffer | null) => {
    const flags =
      0x01 | (faults.isVerified === false ? 0 : 0x04) | (attestedBytes === null ? 0 : 0x40);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.counter ?? counter);
    const parts = [sha256(faults.rpId ?? site.rpId), Buffer.from([flags]), count];
    return Buffer.concat(attestedBytes === null ? parts : [...parts, attestedBytes]);
  };
  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? site.origin,
        crossOrigin: false,
      }),
    );
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  return {
    id: credential.id,
    /** Responds to the options of a registration. */
    register(options: Readonly<Record<string, unknown>>, faults: Faults = {}) {
      const idLength = Buffer.from([id.length >> 8, id.length & 255]);
      const attestedBytes = Buffer.concat([Buffer.alloc(16), idLength, id, key]);
      const attestation = encode(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(faults, attestedBytes)],
        ]),
      );
      const data = clientData('webauthn.create', String(options['challenge']), faults);
      const response = {
        clientDataJSON: base64url(data),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      };
      return { ...credential, response };
    },
    /** Responds to the options of a sign-in. Increments the counter. */
    sign(options: Readonly<Record<string, unknown>>, faults: Faults = {}) {
      counter += 1;
      const data = clientData('webauthn.get', String(options['challenge']), faults);
      const authData = authenticatorData(faults, null);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(faults.hasWrongKey === true ? otherKey : privateKey);
      const response = {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        ...(faults.userHandle !== undefined && {
          userHandle: Buffer.from(faults.userHandle).toString('base64url'),
        }),
      };
      return { ...credential, response };
    },
  };
}
