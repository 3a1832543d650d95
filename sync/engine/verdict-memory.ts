import type { ScanVerdict } from '#schemas/api/scan-calls.ts';

/** More than are between their verdict and its place in the store at any time. */
const KEPT = 1_000;

/** What names one edit of one document. */
interface EditName {
  readonly uuid: string;
  readonly op_id: string;
}

/**
 * The server's latest verdicts, each by the edit it is about. RxDB hands an edit over again when the
 * scan was marked on this device while its verdict was on its way, since the verdict could not be laid
 * over the mark: it is laid from here then, and the server is not asked twice (F30).
 */
export interface VerdictMemory {
  of(edit: EditName): ScanVerdict | null;
  keep(verdict: ScanVerdict): void;
  /** What a server said before it was restored from a backup counts no more (F43). */
  forget(): void;
}

export function createVerdictMemory(kept = KEPT): VerdictMemory {
  const verdicts = new Map<string, ScanVerdict>();
  return {
    of: (edit) => verdicts.get(editKey(edit)) ?? null,
    keep(verdict) {
      verdicts.set(editKey(verdict), verdict);
      const [oldest] = verdicts.keys();
      if (verdicts.size > kept && oldest !== undefined) verdicts.delete(oldest);
    },
    forget: () => verdicts.clear(),
  };
}

/** A verdict must name the very edit that was sent (F11). */
export function editKey({ uuid, op_id }: EditName): string {
  return `${uuid} ${op_id}`;
}
