/** Saves drafts one write at a time; if several are pending, writes only the latest. */
interface DraftWriter<Draft> {
  save(draft: Draft): void;
  /** Drops the pending draft; resolves when the current write is done. */
  settle(): Promise<void>;
}

/**
 * @param write resolves when the draft is stored
 * @param onFailure receives errors of failed writes; later writes still run
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
