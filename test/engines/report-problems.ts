/**
 * Runs at the start of each WebKit document, whose driver has no log: reports problems in the same
 * format as the other engines.
 */
export function reportProblems(): void {
  const { webkit } = window as unknown as {
    webkit: { messageHandlers: { problem: { postMessage: (text: string) => void } } };
  };
  const sendProblem = (text: string) => webkit.messageHandlers.problem.postMessage(text);
  addEventListener('error', ({ error, message }: ErrorEvent) => {
    // Failed images and scripts have no message. The ResizeObserver message only means that an
    // observer continues later.
    if (message && !message.startsWith('ResizeObserver loop'))
      sendProblem(`uncaught: ${String(error ?? message)}`);
  });
  addEventListener('unhandledrejection', ({ reason }) =>
    sendProblem(`uncaught: ${String(reason)}`),
  );
  document.addEventListener(
    'securitypolicyviolation',
    ({ violatedDirective, blockedURI, sample, sourceFile, lineNumber }) =>
      sendProblem(
        `policy: ${violatedDirective} blocked ${blockedURI} ${sample} (${sourceFile}:${lineNumber} on ${location.href})`,
      ),
  );
  const { error } = console;
  console.error = (...args: unknown[]) => {
    sendProblem(`console: ${args.map(String).join(' ')} (${location.href})`);
    error.apply(console, args);
  };
}
