/** Deeper than anything of ours. What is deeper overflows the stack of whoever walks through it. */
const MAX_NESTING = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `[` and `]`, `{` and `}` are two apart. */
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** What a JSON text is too much of to be parsed. */
export type JsonExcess = 'depth' | 'values';

/** Whether a JSON text is nested deeper than anything of ours. */
export function isNestedTooDeeply(json: string): boolean {
  return findJsonExcess(json, Number.POSITIVE_INFINITY) !== null;
}

/**
 * Whether a JSON text is nested deeper than anything of ours, or has more values in lists and objects than may be,
 * told without parsing it. Of a text that is no JSON the answer means nothing: it will not parse.
 * @returns which of it comes first; null where it is neither
 */
export function findJsonExcess(json: string, mostValues: number): JsonExcess | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfText(json, at);
    else if (unit === COMMA) {
      values += 1;
      if (values > mostValues) return 'values';
    } else if (OPENING.includes(unit)) {
      depth += 1;
      if (depth > MAX_NESTING) return 'depth';
      values += 1;
    } else if (CLOSING.includes(unit)) depth -= 1;
  }
  return null;
}

/** Where a text of JSON ends that begins there; the end of all where it does not. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = json.indexOf('"', at);
    if (at < 0) return json.length;
    let before = at - 1;
    while (json.charCodeAt(before) === BACKSLASH) before -= 1;
    // Backslashes that are of an even number are none of the quote's.
    if ((at - before) % 2 === 1) return at;
  }
}
