import { requirements } from '#schemas/company.ts';
import { type RegionalSettings } from '#schemas/configuration.ts';
import { COMPANY_TYPES_MISSING, ENTRY_TWICE } from '#schemas/operator/settings-calls.ts';

/** A conflict between values of a country's settings. */
interface SettingsConflict {
  /** Dotted path in `RegionalSettings`. */
  readonly path: string;
  /** Rest of the sentence after the path. */
  readonly text: string;
  readonly reason: string;
}

/**
 * Finds conflicts in a country's company types: ids that occur twice, and an empty list although a type is
 * required.
 */
export function findCompanyTypeConflicts({
  company_types: types,
  company_type_state: state,
}: {
  readonly company_types: readonly { readonly id: number }[];
  readonly company_type_state: RegionalSettings['company_type_state'];
}): SettingsConflict[] {
  const conflicts: SettingsConflict[] = [];
  if (state === requirements.required && types.length === 0) {
    conflicts.push({
      path: 'company_types',
      text: 'is empty, but company_type_state requires a company type.',
      reason: COMPANY_TYPES_MISSING,
    });
  }
  for (const [index, { id }] of types.entries()) {
    if (types.findIndex((type) => type.id === id) !== index) {
      conflicts.push({
        path: `company_types.${index}.id`,
        text: `occurs twice: ${id}.`,
        reason: ENTRY_TWICE,
      });
    }
  }
  return conflicts;
}
