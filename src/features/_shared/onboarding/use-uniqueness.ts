import { useCallback, useEffect, useRef } from 'react';
import { registrationCalls } from '#schemas/api/registration-calls.ts';
import { type UniqueField, uniqueFields, VALIDATION_DEBOUNCE_MS } from '#schemas/registration.ts';
import type { RegionId } from '#schemas/regions.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { useDebouncedValue } from '#src/ui/use-debounced.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';

/** `unknown`: the check failed; the server validates again on submit. */
type Verdict = 'pass' | 'fail' | 'unknown';

/** Values to check. Omit empty and invalid ones. */
export type UniqueValues = Readonly<Partial<Record<UniqueField, string>>>;

/**
 * Checks on the server that typed values are unique: 500 ms after the last change (spec 1 §5), and through
 * `findTakenFields` before leaving the step. Checks each value once.
 * @param onTaken called with the fields whose values are taken
 */
export function useUniqueness(
  values: UniqueValues,
  region: RegionId,
  onTaken: (fields: readonly UniqueField[]) => void,
) {
  const call = useCall();
  const online = useConnection() === 'online';
  const verdicts = useRef(new Map<string, Promise<Verdict>>());
  const onTakenRef = useRef(onTaken);
  const latestValues = useRef(values);
  useEffect(() => {
    onTakenRef.current = onTaken;
    latestValues.current = values;
  });

  const check = useCallback(
    (field: UniqueField, value: string): Promise<Verdict> => {
      const key = `${region}:${field}:${value}`;
      const cachedVerdict = verdicts.current.get(key);
      if (cachedVerdict) return cachedVerdict;
      const query = { region_id: region, [field]: value };
      const verdict = call(registrationCalls.validateCompany, { query }).then(
        ({ result }) => result,
        (): Verdict => {
          verdicts.current.delete(key);
          return 'unknown';
        },
      );
      verdicts.current.set(key, verdict);
      return verdict;
    },
    [call, region],
  );

  /** Returns the fields whose values are taken. Ignores verdicts on values that have since changed. */
  const findTakenFields = useCallback(
    async (valuesToCheck: UniqueValues): Promise<readonly UniqueField[]> => {
      const filledFields = uniqueFields.filter((field) => (valuesToCheck[field] ?? '') !== '');
      const fieldVerdicts = await Promise.all(
        filledFields.map((field) => check(field, valuesToCheck[field] ?? '')),
      );
      return filledFields.filter(
        (field, index) =>
          fieldVerdicts[index] === 'fail' && latestValues.current[field] === valuesToCheck[field],
      );
    },
    [check],
  );

  const debouncedValues = useDebouncedValue(JSON.stringify(values), VALIDATION_DEBOUNCE_MS);
  useEffect(() => {
    if (!online) return undefined;
    let isStale = false;
    void findTakenFields(JSON.parse(debouncedValues) as UniqueValues).then((takenFields) => {
      if (!isStale && takenFields.length > 0) onTakenRef.current(takenFields);
    });
    return () => {
      isStale = true;
    };
  }, [findTakenFields, debouncedValues, online]);

  return { findTakenFields };
}
