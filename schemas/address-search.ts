/** How texts are compared in every search: the same on the server and on the device without a network. */

/** Letters whose stroke or dot does not come off by decomposition, and letters that are written as two. */
const PLAIN: Readonly<Record<string, string>> = {
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

/** The signs that keyboards and word processors use for an apostrophe, for quotes and for a hyphen. */
const APOSTROPHES = /[‘’‚‛❛❜`´ʹʻʼʽˈˊˋ′‵ʹ՚׳᾽᾿῾ꞌ']/g;
const QUOTES = /[“”„‟❝❞«»‹›″‶ʺ˝˵˶״〝〞〟"]/g;
const DASHES = /[\p{Pd}−⁃˗]/gu;
/** Marks on letters, and invisible marks. */
const MARKS = /[\p{M}\p{DI}]/gu;

/** Words of a search beyond so many are not looked at; no address has as many. */
const WORDS_MAX = 16;

/**
 * A text as every search and comparison of typed texts sees it: small letters without their marks, one kind
 * of apostrophe, quote and dash, single spaces. Done here and not in the database, whose idea of letters
 * differs between engines: `ŁÓDŹ` is `lodz` everywhere. Doing it twice changes nothing.
 */
export function foldText(text: string): string {
  return (
    text
      // First, because some of them are decomposed into a space and a mark.
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
      .replace(/[łđðøħŧıςßæœþ]/g, (letter) => PLAIN[letter] ?? letter)
      .replace(/ +/g, ' ')
      .trim()
  );
}

/** The same for finding: apostrophes and quotes are left out, as many people leave them out. */
export function searchKey(text: string): string {
  return foldText(text).replace(/['"]/g, '');
}

/** What the search of a project looks into. */
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
 * The words that were searched for. Each has to be somewhere in the `searchText`. Names with a dash are two words, since
 * some write `Brno - střed`; a postal code stays one.
 */
export function searchTerms(text: string): string[] {
  return searchKey(text)
    .split(/[\s,]+|(?<=\p{L})-|-(?=\p{L})/u)
    .filter((word) => /[^-]/.test(word))
    .slice(0, WORDS_MAX);
}

/** Whether a text has in it what is typed into a list of choices; nothing typed finds all. */
export function matchesFilter(text: string, typed: string): boolean {
  return withTightDashes(searchKey(text)).includes(withTightDashes(searchKey(typed)));
}

function withTightDashes(key: string): string {
  return key.replace(/ ?- ?/g, '-');
}

/** Whether every word of a text is somewhere in what `searchText` made; no words are found nowhere. */
export function matchesAllTerms(searched: string, text: string): boolean {
  const words = searchTerms(text);
  return words.length > 0 && words.every((word) => searched.includes(word));
}
