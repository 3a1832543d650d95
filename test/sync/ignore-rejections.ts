/**
 * When the store fails, RxDB leaves rejections of its internal writes unhandled, although the command reports the
 * error. Ignores the expected rejections; others still fail the test.
 * @returns a function that stops ignoring them
 */
export function ignoreRejections(isExpected: (error: unknown) => boolean): () => void {
  const earlierListeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error, promise) => {
    if (!isExpected(error)) earlierListeners.forEach((listener) => listener(error, promise));
  });
  return () => {
    process.removeAllListeners('unhandledRejection');
    earlierListeners.forEach((listener) => process.on('unhandledRejection', listener));
  };
}
