/** Keeps what is being entered, one write after the other; of several in a row the last is kept. */
export interface DraftWriter<Draft> {
  save(draft: Draft): void;
  /** Forgets what is not being written yet; resolves when the write under way is done. */
  settle(): Promise<void>;
}

/**
 * @param write resolves when the draft is on the device
 * @param onFailure hears of a write that failed; the next one is tried all the same
 */
export function createDraftWriter<Draft>(
  write: (draft: Draft) => Promise<void>,
  onFailure: (error: unknown) => void,
): DraftWriter<Draft> {
  let next: { readonly draft: Draft } | null = null;
  let writing: Promise<void> | null = null;

  const writeAll = async () => {
    while (next !== null) {
      const { draft } = next;
      next = null;
      await write(draft).catch(onFailure);
    }
    writing = null;
  };
  return {
    save(draft) {
      next = { draft };
      writing ??= writeAll();
    },
    async settle() {
      next = null;
      await writing;
    },
  };
}
