/**
 * Returns the SHA-256 of bytes as 64 lower-case hex digits. Needs a secure context (https or localhost). The
 * server compares it with the received bytes (fault F40).
 */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
