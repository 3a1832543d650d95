import { csvFile, csvText } from '#schemas/csv.ts';

/**
 * Downloads rows of cells as a CSV file.
 * @param name file name without its extension
 */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(csvText));
  saveCsvText(`${name}.csv`, csvFile(cells, ','));
}

/**
 * Downloads a complete CSV text as a file.
 * @param name file name with its extension
 */
export function saveCsvText(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

/** Downloads a file from memory. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
