/**
 * Escapes a text as a CSV cell. Adds an apostrophe if a spreadsheet would run it as a formula. Quotes it if it contains
 * a separator, a quote or a line break.
 */
export function csvText(text: string): string {
  const safeText = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";,\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

/** Joins escaped cells into a CSV file, with a byte order mark so that spreadsheets read UTF-8. */
export function csvFile(rows: readonly (readonly string[])[], separator: ',' | ';'): string {
  return `\uFEFF${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`;
}
