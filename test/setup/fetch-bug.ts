/**
 * Whether an error is the one that Node's own fetch throws, where nobody can catch it, when a stream is
 * cancelled just as a piece of it arrives. That is no fault of what is tested.
 */
export function isFetchBug(error: { readonly stack?: string | undefined }): boolean {
  const isOfState = 'code' in error && error.code === 'ERR_INVALID_STATE';
  return isOfState && error.stack?.includes('node:internal/deps/undici') === true;
}
