/**
 * Idempotency keys of one form: the same content gives the same key, another content another one,
 * because the server refuses a key that comes back with another body.
 * @param makeKey a new random key
 */
export function createKeys(makeKey: () => string): (content: object) => string {
  const keys = new Map<string, string>();
  return (content) => {
    const text = JSON.stringify(content);
    const key = keys.get(text) ?? makeKey();
    keys.set(text, key);
    return key;
  };
}
