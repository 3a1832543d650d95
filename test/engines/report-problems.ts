/**
 * Runs at the start of each document in WebKit, whose driver has no log: hands over what went wrong, in the words
 * that the other engines' watchers use.
 */
export function reportProblems(): void {
  const { webkit } = window as unknown as {
    webkit: { messageHandlers: { problem: { postMessage: (text: string) => void } } };
  };
  const note = (text: string) => webkit.messageHandlers.problem.postMessage(text);
  addEventListener('error', ({ error, message }: ErrorEvent) => {
    // A picture or script that did not load has neither. The other message only says that an observer goes on later.
    if (message && !message.startsWith('ResizeObserver loop'))
      note(`uncaught: ${String(error ?? message)}`);
  });
  addEventListener('unhandledrejection', ({ reason }) => note(`uncaught: ${String(reason)}`));
  document.addEventListener(
    'securitypolicyviolation',
    ({ violatedDirective, blockedURI, sample, sourceFile, lineNumber }) =>
      note(
        `policy: ${violatedDirective} blocked ${blockedURI} ${sample} (${sourceFile}:${lineNumber} on ${location.href})`,
      ),
  );
  const { error } = console;
  console.error = (...words: unknown[]) => {
    note(`console: ${words.map(String).join(' ')} (${location.href})`);
    error.apply(console, words);
  };
}
