/** How long the browser may take to begin with a download, in ms. */
const TAKEN_BY_THEN_MS = 60_000;

/** Hands a file to the person, as a download of the browser. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_BY_THEN_MS);
}
