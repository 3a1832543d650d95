/** Characters that separate the fields of a CSV file. */
export type CsvSeparator = ',' | ';' | '\t';

/** Separators in order of preference. A comma is more likely than a semicolon to be part of a column name. */
const separators = [';', '\t', ','] as const;

/**
 * Finds the separator of a CSV file. It's the separator that occurs most often outside quotes in the first row that
 * isn't blank. Spreadsheets in Europe use semicolons.
 * @param start beginning of the file
 */
export function findCsvSeparator(start: string): CsvSeparator {
  const counts = countInFirstRow(start.replace(/^[\uFEFF\s]+/, ''));
  const maxCount = Math.max(...counts.values());
  return separators.find((separator) => maxCount > 0 && counts.get(separator) === maxCount) ?? ',';
}

function countInFirstRow(text: string): ReadonlyMap<CsvSeparator, number> {
  const counts = new Map<CsvSeparator, number>(separators.map((separator) => [separator, 0]));
  let isQuoted = false;
  let isFieldStart = true;
  for (const character of text) {
    const separator = separators.find((one) => one === character);
    // A quote inside an unquoted field is part of the field.
    if (character === '"' && (isQuoted || isFieldStart)) isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) break;
    else if (!isQuoted && separator !== undefined)
      counts.set(separator, (counts.get(separator) ?? 0) + 1);
    // A quote directly after a closing quote is part of the field.
    isFieldStart = !isQuoted && (separator !== undefined || character === '"');
  }
  return counts;
}

/** True if a row consists of a single blank field. Such a row isn't data. */
export const isBlankRow = ([first = '', ...others]: readonly string[]): boolean =>
  others.length === 0 && /^\s*$/.test(first);
