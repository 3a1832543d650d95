/** Text matching for every search, identical on the server and on an offline device. */

/** Letters that Unicode decomposition leaves unchanged (strokes, dots, ligatures). */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Characters that keyboards and word processors use as apostrophe, quote or hyphen. */
const APOSTROPHES = /[‘’‚‛❛❜`´ʹʻʼʽˈˊˋ′‵ʹ՚׳᾽᾿῾ꞌ']/g;
const QUOTES = /[“”„‟❝❞«»‹›″‶ʺ˝˵˶״〝〞〟"]/g;
const DASHES = /[\p{Pd}−⁃˗]/gu;
/** Combining marks and invisible characters. */
const MARKS = /[\p{M}\p{DI}]/gu;

/** Maximum number of search terms; the rest are ignored, because no address has that many words. */
const MAX_TERMS = 16;

/**
 * Folds a text for searching and comparing: lower case, no diacritics, one kind of apostrophe, quote and dash,
 * single spaces. Done in code because database engines fold letters differently (`ŁÓDŹ` must become `lodz`
 * everywhere). Idempotent.
 */
export function foldText(text: string): string {
  return (
    text
      // Runs before NFKD, which splits some of these into a space and a mark.
      .replace(APOSTROPHES, "'")
      .replace(QUOTES, '"')
      .normalize('NFKD')
      .toLowerCase()
      .replace(MARKS, '')
      .replace(/[\s\u2800]+/g, ' ')
      .replace(/\p{Cc}/gu, '')
      .replace(APOSTROPHES, "'")
      .replace(QUOTES, '"')
      .replace(DASHES, '-')
      .replace(/[łđðøħŧıςßæœþ]/g, (letter) => BASE_LETTERS[letter] ?? letter)
      .replace(/ +/g, ' ')
      .trim()
  );
}

/** Search key of a text: folded, without apostrophes and quotes, which people often leave out. */
export function searchKey(text: string): string {
  return foldText(text).replace(/['"]/g, '');
}

/** Text that the project search matches against. */
export function projectSearchText(project: {
  readonly name: string;
  readonly street_name: string;
  readonly postal_code: string;
  readonly city: string;
}): string {
  const { name, street_name, postal_code, city } = project;
  return searchKey(`${street_name}, ${postal_code} ${city} ${name}`);
}

/**
 * Splits a search into terms, each of which must occur in the `projectSearchText`. A dash between letters
 * separates terms, because some people write `Brno - střed`. A postal code with a dash stays one term.
 */
export function searchTerms(text: string): string[] {
  return searchKey(text)
    .split(/[\s,]+|(?<=\p{L})-|-(?=\p{L})/u)
    .filter((term) => /[^-]/.test(term))
    .slice(0, MAX_TERMS);
}

/** True if an option's label contains the typed filter; an empty filter matches everything. */
export function matchesFilter(text: string, filter: string): boolean {
  return withTightDashes(searchKey(text)).includes(withTightDashes(searchKey(filter)));
}

function withTightDashes(key: string): string {
  return key.replace(/ ?- ?/g, '-');
}

/** True if every term of the search occurs in the search text; false for a search without terms. */
export function matchesAllTerms(searchText: string, text: string): boolean {
  const terms = searchTerms(text);
  return terms.length > 0 && terms.every((term) => searchText.includes(term));
}
