import { fullName } from '#schemas/person-rules.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type OperatorActor } from '../console/operator-handler.ts';

/** Returns how to name an installer: in full, or masked. */
export type NamePerson = (person: {
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

/** Name in full for operators who read personal data; otherwise with the surname's first letter. */
export function nameFor(isUnmasked: boolean): NamePerson {
  return ({ name, surname }) => {
    if (name === null) return null;
    const last = surname ?? '';
    const initial = [...last][0];
    return fullName(name, isUnmasked || initial === undefined ? last : `${initial}.`);
  };
}
