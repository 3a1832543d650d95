/** Finding a project by its address: the same on the server and on the device without a network. */

/** Letters whose stroke or dot does not come off by decomposition, and letters that are written as two. */
const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ø: 'o',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
};

/** Words of a search beyond so many are not looked at; no address has as many. */
const WORDS_MAX = 16;

/**
 * A text as the search compares it: small letters without their marks, single spaces. Done here and
 * not in the database, whose idea of letters differs between engines: `ŁÓDŹ` is `lodz` everywhere.
 */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łđøħŧıß]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** What the search of a project looks into. */
export function searchText(project: {
  readonly name: string;
  readonly street_name: string;
  readonly postal_code: string;
  readonly city: string;
}): string {
  const { name, street_name, postal_code, city } = project;
  return foldText(`${street_name}, ${postal_code} ${city} ${name}`);
}

/** The words that were searched for. Each has to be somewhere in the `searchText`. */
export function searchWords(text: string): string[] {
  return foldText(text)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
}

/** Whether every word of a text is somewhere in what `searchText` made; no words are found nowhere. */
export function hasWords(searched: string, text: string): boolean {
  const words = searchWords(text);
  return words.length > 0 && words.every((word) => searched.includes(word));
}
