import { fullName } from '#schemas/person-rules.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type OperatorActor } from '../console/operator-handler.ts';

/** Formats an installer's name: in full, or masked. */
export type FormatName = (person: {
  readonly name: string | null;
  readonly surname: string | null;
}) => string | null;

/** True if the operator reads names in full in the country, and may reveal contact data. */
export function readsPersonalData(
  { grants, strength }: Pick<OperatorActor, 'grants' | 'strength'>,
  region: RegionId,
): boolean {
  return strength === 'passkey' && regionsWithRight(grants, 'personal.read').includes(region);
}

/** True if the operator reads the points of the country's companies. */
export function readsPoints({ grants }: Pick<OperatorActor, 'grants'>, region: RegionId): boolean {
  return regionsWithRight(grants, 'points.read').includes(region);
}

/** Creates a formatter for names: in full if unmasked; otherwise with only the surname's first letter. */
export function createNameFormatter(isUnmasked: boolean): FormatName {
  return ({ name, surname }) => {
    if (name === null) return null;
    const last = surname ?? '';
    const initial = [...last][0];
    return fullName(name, isUnmasked || initial === undefined ? last : `${initial}.`);
  };
}
