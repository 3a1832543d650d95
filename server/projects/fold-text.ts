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

/** What the search of a project's address looks into. */
export function searchText(project: {
  readonly name: string;
  readonly street_name: string;
  readonly postal_code: string;
  readonly city: string;
}): string {
  const { name, street_name, postal_code, city } = project;
  return foldText(`${street_name}, ${postal_code} ${city} ${name}`);
}

/** A LIKE pattern for texts that contain the given one; its own wildcards are only letters. */
export function containing(text: string): string {
  return `%${foldText(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
