/**
 * True for an error that Node's fetch throws uncatchably when a stream is cancelled while a chunk
 * arrives; not a fault of the tested code.
 */
export function isFetchBug(error: { readonly stack?: string | undefined }): boolean {
  const isOfState = 'code' in error && error.code === 'ERR_INVALID_STATE';
  return isOfState && error.stack?.includes('node:internal/deps/undici') === true;
}
