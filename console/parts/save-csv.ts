import { csvFile, csvText } from '#schemas/csv.ts';

/** Saves rows of cells as a CSV file as a download. @param name file name without its extension */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = csvFile(
    rows.map((cells) => cells.map(csvText)),
    ',',
  );
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
