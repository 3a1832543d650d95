/** Saves drafts one write at a time; if several are pending, writes only the latest. */
interface DraftWriter<Draft> {
  save(draft: Draft): void;
  /** Drops the pending draft; resolves when the current write is done. */
  settle(): Promise<void>;
  /** Like `settle`, and ignores drafts until `resume`. */
  pause(): Promise<void>;
  resume(): void;
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
  let isPaused = false;

  const writeAll = async () => {
    while (pendingDraft !== null) {
      const { draft } = pendingDraft;
      pendingDraft = null;
      await write(draft).catch(onFailure);
    }
    currentWrite = null;
  };
  const settle = async () => {
    pendingDraft = null;
    await currentWrite;
  };
  return {
    save(draft) {
      if (isPaused) return;
      pendingDraft = { draft };
      currentWrite ??= writeAll();
    },
    settle,
    pause() {
      isPaused = true;
      return settle();
    },
    resume() {
      isPaused = false;
    },
  };
}
