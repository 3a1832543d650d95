import { type Transaction } from 'kysely';
import { requirements } from '#schemas/company.ts';
import { type RegionalSettings } from '#schemas/configuration.ts';
import { type Database } from '../db/tables.ts';

type Trx = Transaction<Database>;
type CompanyType = RegionalSettings['company_types'][number];

/**
 * Removes the acceptances of companies whose required declaration or disclaimer has changed since they accepted it, so
 * that their owners have to accept it again. A change to an optional text counts once the text is required, because the
 * app asks again only for required texts. Adding a language changes no existing text, so it doesn't count.
 */
export async function askForAcceptance(
  trx: Trx,
  before: Pick<RegionalSettings, 'company_types'>,
  { company_types, regions_id }: Pick<RegionalSettings, 'company_types' | 'regions_id'>,
): Promise<void> {
  const typesBefore = new Map(before.company_types.map((type) => [type.id, type]));
  for (const statement of ['disclaimer', 'declaration'] as const) {
    const acceptedColumn = `${statement}_accepted` as const;
    const outdatedColumn = `${statement}_outdated` as const;
    const updateAcceptances = (types: readonly CompanyType[]) =>
      trx
        .updateTable('companies')
        .where('regions_id', '=', regions_id)
        .where(
          'company_type',
          'in',
          types.map(({ id }) => id),
        )
        .where(acceptedColumn, '=', true);

    const changedTypes = company_types.filter((type) =>
      hasChangedText(typesBefore.get(type.id), type, statement),
    );
    if (changedTypes.length > 0)
      await updateAcceptances(changedTypes)
        .set({ [outdatedColumn]: true })
        .execute();
    const requiredTypes = company_types.filter(
      (type) => type[`${statement}_state`] === requirements.required,
    );
    if (requiredTypes.length > 0)
      await updateAcceptances(requiredTypes)
        .where(outdatedColumn, '=', true)
        .set({ [acceptedColumn]: false, [outdatedColumn]: false })
        .execute();
  }
}

function hasChangedText(
  typeBefore: CompanyType | undefined,
  type: CompanyType,
  statement: 'disclaimer' | 'declaration',
): boolean {
  const before = typeBefore?.[`${statement}_translated`] ?? {};
  const after = type[`${statement}_translated`];
  return Object.entries(before).some(([language, text]) => text !== '' && after[language] !== text);
}
