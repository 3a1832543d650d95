/** Maximum nesting depth; none of our JSON reaches it. Deeper nesting could overflow the stack in recursive code. */
const MAX_NESTING = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** The limit that a JSON text exceeds. */
type JsonExcess = 'depth' | 'values';

/** True if a JSON text is nested more deeply than the maximum. */
export function isNestedTooDeeply(json: string): boolean {
  return findJsonExcess(json, Number.POSITIVE_INFINITY) !== null;
}

/**
 * Checks the nesting and the number of values in lists and objects without parsing the text. The result is
 * meaningless for invalid JSON, which fails to parse anyway.
 * @returns the first limit exceeded; null if none is
 */
export function findJsonExcess(json: string, maxValues: number): JsonExcess | null {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < json.length; index += 1) {
    const unit = json.charCodeAt(index);
    if (unit === QUOTE) index = endOfString(json, index);
    else if (unit === COMMA) {
      values += 1;
      if (values > maxValues) return 'values';
    } else if (OPENING.includes(unit)) {
      depth += 1;
      if (depth > MAX_NESTING) return 'depth';
      values += 1;
    } else if (CLOSING.includes(unit)) depth -= 1;
  }
  return null;
}

/** Index of the closing quote of the string that starts at `start`; the text's length if there is none. */
function endOfString(json: string, start: number): number {
  for (let index = start + 1; ; index += 1) {
    index = json.indexOf('"', index);
    if (index < 0) return json.length;
    let previous = index - 1;
    while (json.charCodeAt(previous) === BACKSLASH) previous -= 1;
    // After an even number of backslashes, the quote isn't escaped.
    if ((index - previous) % 2 === 1) return index;
  }
}
