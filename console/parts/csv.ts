/** Beginnings that spreadsheet programs read as a formula. */
const formula = /^[=+\-@\t\r]/;
/** Tells spreadsheet programs that the file is in UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Writes a cell: quoted, and with an apostrophe before a formula, so that it is shown as text. */
function cell(text: string): string {
  const shown = formula.test(text) ? `'${text}` : text;
  return `"${shown.replaceAll('"', '""')}"`;
}

/** Writes rows of cells as a CSV file. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Saves a file by the browser's download. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
