import { saveFile } from './save-file.ts';

/** True if the browser can share this file with other apps. */
export function canShare(file: File): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [file] });
}

/**
 * Opens the share sheet with a file. If the browser refuses (for example, the press was too long ago),
 * downloads it instead. Closing the sheet does nothing.
 */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(file, file.name);
  }
}
