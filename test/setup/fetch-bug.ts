/**
 * True for an error that Node's fetch throws uncatchably when a stream is cancelled while a chunk
 * arrives. The tested code isn't the cause.
 */
export function isFetchBug(error: { readonly stack?: string | undefined }): boolean {
  const isInvalidState = 'code' in error && error.code === 'ERR_INVALID_STATE';
  return isInvalidState && error.stack?.includes('node:internal/deps/undici') === true;
}
