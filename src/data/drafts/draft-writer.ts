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
  let pendingDraft: { readonly draft: Draft } | null = null;
  let currentWrite: Promise<void> | null = null;

  const writeAll = async () => {
    while (pendingDraft !== null) {
      const { draft } = pendingDraft;
      pendingDraft = null;
      await write(draft).catch(onFailure);
    }
    currentWrite = null;
  };
  return {
    save(draft) {
      pendingDraft = { draft };
      currentWrite ??= writeAll();
    },
    async settle() {
      pendingDraft = null;
      await currentWrite;
    },
  };
}
