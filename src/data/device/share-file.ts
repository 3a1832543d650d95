import { saveFile } from './save-file.ts';

/** Whether this browser hands such a file to other apps of the device. */
export function canShare(file: File): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [file] });
}

/**
 * Opens the device's share sheet with a file; where the browser won't after all, because the press that asked
 * for it is too long ago, the file is downloaded. Who closes the sheet wanted nothing.
 */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(file, file.name);
  }
}
