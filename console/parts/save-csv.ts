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
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
