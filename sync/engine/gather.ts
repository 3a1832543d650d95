/** How long what the server tells is gathered while edits go out by the page, in ms. */
const GATHER_MS = 2_000;

/**
 * Passes on what has changed on the server: at once, or, while much is sent, together with what else
 * changes within two seconds. The server tells of every page that it takes, and asking after each of
 * them would hold up the next.
 * @param isSending whether edits go out by the page
 * @param pull asks for these collections
 */
export function batchWhileSending(
  isSending: () => boolean,
  pull: (collections: readonly string[]) => void,
): { changed(collections: readonly string[]): void; close(): void } {
  const gathered = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const passOn = () => {
    timer = null;
    pull([...gathered]);
    gathered.clear();
  };
  return {
    changed(collections) {
      for (const name of collections) gathered.add(name);
      if (isSending()) timer ??= setTimeout(passOn, GATHER_MS);
      else if (timer === null) passOn();
    },
    close() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
