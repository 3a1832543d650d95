import { type Kysely, sql } from 'kysely';

/**
 * Removes apostrophes, quotes and invisible characters from stored search texts, and unifies dashes. Before
 * this migration, they were stored as typed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['projects', 'warranty_certificates']) {
    await sql`
      update ${sql.table(table)} set search_text = btrim(regexp_replace(
        translate(replace(replace(replace(search_text, 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
          ${`${DASHES}ðς${REMOVED_CHARACTERS}`}, ${`${'-'.repeat(DASHES.length)}dσ`}),
        ' +', ' ', 'g'))
      where search_text ~ ${`[æœþðς${DASHES}${REMOVED_CHARACTERS}]`}`.execute(db);
  }
  await recomputeAccentedRows(db);
}

const DASHES = '‐‑‒–—―−⁃˗⸺⸻〰';
/** Apostrophes, quotes, and invisible marks. */
const REMOVED_CHARACTERS =
  `'‘’‚‛❛❜\`ʹʻʼʽˈˊˋ′‵՚׳ꞌ"“”„‟❝❞«»‹›″‶ʺ˵˶״〝〞〟` +
  '\u00AD\u061C\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E' +
  '\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206A\u206B\u206C\u206D\u206E\u206F\uFEFF';

/**
 * A spacing accent such as `´`, typed in place of an apostrophe, became a space in the search text, so the few rows with
 * one are computed again.
 */
async function recomputeAccentedRows(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ kind: string; uuid: string; searched: string }>`
    select 'projects' as kind, uuid,
      street_name || ', ' || postal_code || ' ' || city || ' ' || name as searched
    from projects where street_name || city || name ~ ${ACCENTS}
    union all
    select 'warranty_certificates', uuid,
      (address_details->>'street') || ' ' || (address_details->>'house_number') || ', ' ||
      (address_details->>'postal_code') || ' ' || (address_details->>'city') || ',  ' || customer_name
    from warranty_certificates where address_details::text || customer_name ~ ${ACCENTS}`.execute(
    db,
  );
  for (const { kind, uuid, searched } of rows) {
    await sql`update ${sql.table(kind)} set search_text = ${foldText(searched)} where uuid = ${uuid}`.execute(
      db,
    );
  }
}

const ACCENTS = '[´˝᾽᾿῾\uFEFF]';

/** Normalisation as of this version; later changes in the server's code must not affect this migration. */
function foldText(text: string): string {
  const plain = text
    .replace(/[´˝᾽᾿῾]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{DI}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '');
  return [...plain]
    .map((letter) => (REMOVED_CHARACTERS.includes(letter) ? '' : (LETTERS[letter] ?? letter)))
    .map((letter) => (DASHES.includes(letter) && letter !== '' ? '-' : letter))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

const LETTERS: Readonly<Record<string, string>> = {
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
