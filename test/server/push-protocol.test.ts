import { createECDH, createPublicKey, verify } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isAllowedPushEndpoint } from '#server/push/deliver-push.ts';
import { encryptPush, createSenderHeaders } from '#server/push/send-push.ts';
import { pushDevice } from './push-decryption.ts';

/** Size in bytes of a title of 200 characters, a text of 400 letters, a link, and the surrounding JSON. */
const MAX_MESSAGE_BYTES = 200 * 3 + 400 * 4 + 200 + 60;

afterEach(() => vi.useRealTimers());

describe('an encrypted push message', () => {
  test('is decrypted as in the example of RFC 8291, appendix A', () => {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
    const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
    const device = pushDevice('https://push.example/a', { ecdh, auth });
    const body = Buffer.from(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
      'base64url',
    );
    expect(device.decrypt(body)).toBe('When I grow up, I want to be a watermelon');
  });

  test('is readable only by its device, and differs each time', () => {
    const [device, otherDevice] = [
      pushDevice('https://push.example/a'),
      pushDevice('https://push.example/b'),
    ];
    const text = Buffer.from('Nowe zlecenie: Łódź');
    const first = encryptPush(text, device.subscription.keys);
    const second = encryptPush(text, device.subscription.keys);
    expect(device.decrypt(first)).toBe('Nowe zlecenie: Łódź');
    expect(device.decrypt(second)).toBe('Nowe zlecenie: Łódź');
    expect(first.equals(second)).toBe(false);
    expect(() => otherDevice.decrypt(first)).toThrow(/authenticate/);
  });

  test('fits into one record of 4,096 bytes, the limit of push services', () => {
    const device = pushDevice('https://push.example/a');
    const longestMessage = encryptPush(
      Buffer.alloc(MAX_MESSAGE_BYTES, 'a'),
      device.subscription.keys,
    );
    expect(longestMessage.length).toBeLessThan(4096);
    expect(device.decrypt(longestMessage)).toHaveLength(MAX_MESSAGE_BYTES);
  });
});

describe('the VAPID token', () => {
  test('is limited to one push service, valid for 12 hours, and signed with our key', () => {
    const pair = createECDH('prime256v1');
    const publicKey = pair.generateKeys('base64url');
    const keys = { publicKey, privateKey: pair.getPrivateKey('base64url') };
    const now = Date.parse('2026-05-04T10:00:00Z');
    vi.setSystemTime(now);
    const { subscription } = pushDevice('https://push.example/send/x');
    const header = createSenderHeaders({ subscription, contact: 'mailto:a@b.example', keys });

    const [, token = '', key] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header['Authorization'] ?? '') ?? [];
    expect(key).toBe(publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const read = (encoded: string): unknown =>
      JSON.parse(Buffer.from(encoded, 'base64url').toString());
    expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
    expect(read(claims)).toEqual({
      aud: 'https://push.example',
      exp: now / 1000 + 12 * 3600,
      sub: 'mailto:a@b.example',
    });
    const point = pair.getPublicKey();
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(isSigned).toBe(true);
  });
});

describe('allowed push endpoints', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('include a browser’s push service: %s', (endpoint) => {
    expect(isAllowedPushEndpoint(endpoint, null)).toBe(true);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evilfcm.googleapis.com/abc',
    'https://evil-push.apple.com/abc',
    'https://user:secret@fcm.googleapis.com/abc',
    'https://127.0.0.1/abc',
    'http://169.254.169.254/latest/meta-data',
    'https://localhost/abc',
    'file:///etc/passwd',
    'not an address',
  ])('exclude anything else: %s', (endpoint) => {
    expect(isAllowedPushEndpoint(endpoint, null)).toBe(false);
  });

  test('include a test sink only if configured', () => {
    expect(isAllowedPushEndpoint('http://127.0.0.1:4711/a', 'http://127.0.0.1:4711')).toBe(true);
    expect(isAllowedPushEndpoint('http://127.0.0.1:4712/a', 'http://127.0.0.1:4711')).toBe(false);
    expect(isAllowedPushEndpoint('http://127.0.0.1:4711/a', null)).toBe(false);
  });
});
