import { type Transaction } from 'kysely';
import { requirements } from '#schemas/company.ts';
import { type RegionalSettings } from '#schemas/configuration.ts';
import { type TranslatedText } from '#schemas/primitives.ts';
import { type Database } from '../db/tables.ts';

type Trx = Transaction<Database>;
type CompanyType = RegionalSettings['company_types'][number];

/**
 * Removes the acceptances of companies whose required declaration or disclaimer has changed, so that their owners have
 * to accept it again. Adding a language changes no existing text, so it doesn't count.
 */
export async function askForAcceptance(
  trx: Trx,
  before: Pick<RegionalSettings, 'company_types'>,
  { company_types, regions_id }: Pick<RegionalSettings, 'company_types' | 'regions_id'>,
): Promise<void> {
  const earlier = new Map(before.company_types.map((type) => [type.id, type]));
  for (const statement of ['disclaimer', 'declaration'] as const) {
    const ids = company_types
      .filter((type) => isAskedAgain(earlier.get(type.id), type, statement))
      .map(({ id }) => id);
    if (ids.length === 0) continue;
    const accepted = `${statement}_accepted` as const;
    await trx
      .updateTable('companies')
      .set({ [accepted]: false })
      .where('regions_id', '=', regions_id)
      .where('company_type', 'in', ids)
      .where(accepted, '=', true)
      .execute();
  }
}

function isAskedAgain(
  earlier: CompanyType | undefined,
  type: CompanyType,
  statement: 'disclaimer' | 'declaration',
): boolean {
  // The app asks again only for required acceptances.
  const isRequired = type[`${statement}_state`] === requirements.required;
  if (earlier === undefined || !isRequired) return false;
  const [before, after] = [earlier[`${statement}_translated`], type[`${statement}_translated`]];
  return Object.entries(before).some(([language, text]) => isChanged(text, after, language));
}

const isChanged = (text: string, after: TranslatedText, language: string): boolean =>
  text !== '' && after[language] !== text;
