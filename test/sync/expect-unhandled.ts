/**
 * RxDB leaves rejections of its inner writes unhandled when the store fails; the act that was asked for
 * says so itself. Until it is undone, those that are expected fail no test; anything else still does.
 */
export function expectUnhandled(isExpected: (error: unknown) => boolean): () => void {
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error, promise) => {
    if (!isExpected(error)) before.forEach((listener) => listener(error, promise));
  });
  return () => {
    process.removeAllListeners('unhandledRejection');
    before.forEach((listener) => process.on('unhandledRejection', listener));
  };
}
