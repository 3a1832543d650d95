import { Trans, useLingui } from '@lingui/react/macro';
import { FileText, Images } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles, kindOfFile, type FileKind } from '#src/data/device/dropped-file.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';

/**
 * Accepts pictures of labels and lists of numbers that are dropped anywhere, and opens the screen that reads them.
 * Shows an overlay while files are being dragged.
 */
export function GlobalDropZone({ go }: { go: (link: AppLink) => void }) {
  const { t } = useLingui();
  const [draggedKind, setDraggedKind] = useState<FileKind | 'any' | null>(null);

  const receive = useEffectEvent((files: readonly File[]) => {
    const kind = files.map(kindOfFile).find((fileKind) => fileKind !== null);
    if (kind === undefined) {
      showToast({
        tone: 'warn',
        subject: 'dropped file',
        message: t`This file can’t be read. Drop a photo of labels, or a list as text or CSV.`,
        timeoutMs: 8000,
      });
      return;
    }
    droppedFiles.set({ kind, files: files.filter((file) => kindOfFile(file) === kind) });
    go(kind === 'picture' ? paths.scan() : paths.scanManual());
  });

  useEffect(() => watchDrops(setDraggedKind, receive), []);
  if (draggedKind === null) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-veil p-6">
      <div
        role="status"
        className="flex max-w-sheet flex-col items-center gap-3 rounded-sheet border-2 border-dashed border-info bg-surface-raised px-10 py-9 text-center text-ink shadow-float [&_svg]:size-10 [&_svg]:text-info"
      >
        {draggedKind === 'list' ? <FileText aria-hidden="true" /> : <Images aria-hidden="true" />}
        <p className="font-display text-title font-semibold break-long">
          {draggedKind === 'list' ? (
            <Trans>Drop the list to read its numbers</Trans>
          ) : (
            <Trans>Drop the photo to read its labels</Trans>
          )}
        </p>
        <p className="text-ink-soft break-long">
          {draggedKind === 'list' ? (
            <Trans>You can check each line before anything is added.</Trans>
          ) : (
            <Trans>Scanned products go to Review. You can also drop a list of numbers.</Trans>
          )}
        </p>
      </div>
    </div>
  );
}

/**
 * Tracks files dragged over the window.
 * @param onDrag called with the kind of the dragged file, or null when the drag ends; `any` if the browser reports the
 *   kind only on the drop
 * @returns an unsubscribe function
 */
function watchDrops(
  onDrag: (kind: FileKind | 'any' | null) => void,
  onFiles: (files: readonly File[]) => void,
): () => void {
  // Nested elements also fire these events. Only at depth 0 has the drag left the window.
  let depth = 0;
  const endDrag = () => {
    depth = 0;
    onDrag(null);
  };
  const listeners = {
    dragenter: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      onDrag(kindOfDraggedFile(event));
    },
    dragleave: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) endDrag();
    },
    // Otherwise the browser would open the file.
    dragover: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    },
    drop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      endDrag();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    },
  };
  const controller = new AbortController();
  for (const [name, listener] of Object.entries(listeners)) {
    addEventListener(name, listener as EventListener, { signal: controller.signal });
  }
  return () => controller.abort();
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** Returns the kind of a dragged file. Before the drop, only its MIME type is available. */
function kindOfDraggedFile({ dataTransfer }: DragEvent): FileKind | 'any' {
  const types = [...(dataTransfer?.items ?? [])].map(({ type }) => type);
  if (types.some((type) => type.startsWith('image/'))) return 'picture';
  return types.some((type) => type.startsWith('text/')) ? 'list' : 'any';
}
