import { useCallback, useEffect, useRef } from 'react';
import { registrationCalls } from '#schemas/api/registration-calls.ts';
import { type UniqueField, uniqueFields, VALIDATION_DEBOUNCE_MS } from '#schemas/registration.ts';
import type { RegionId } from '#schemas/regions.ts';
import { useCall } from '#src/data/requests/use-call.ts';
import { useDebouncedValue } from '#src/data/time/use-debounced.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';

/** `unknown`: nobody could be asked; the server judges again when everything is sent. */
type Verdict = 'pass' | 'fail' | 'unknown';

/** What is to be asked about; what is empty or can't be right anyway is left out. */
export type UniqueValues = Readonly<Partial<Record<UniqueField, string>>>;

/**
 * Asks the server whether somebody else has what was typed: by itself once it has stood still for
 * 500 ms (spec 1 §5), and again by `confirm` before one goes on. Each value is asked about once.
 * @param onTaken is told the fields that somebody else has
 */
export function useUniqueness(
  values: UniqueValues,
  region: RegionId,
  onTaken: (fields: readonly UniqueField[]) => void,
) {
  const call = useCall();
  const online = useConnection() === 'online';
  const asked = useRef(new Map<string, Promise<Verdict>>());
  const tell = useRef(onTaken);
  const standing = useRef(values);
  useEffect(() => {
    tell.current = onTaken;
    standing.current = values;
  });

  const ask = useCallback(
    (field: UniqueField, value: string): Promise<Verdict> => {
      const key = `${region}:${field}:${value}`;
      const earlier = asked.current.get(key);
      if (earlier) return earlier;
      const query = { region_id: region, [field]: value };
      const asking = call(registrationCalls.validateCompany, { query }).then(
        ({ result }) => result,
        (): Verdict => {
          asked.current.delete(key);
          return 'unknown';
        },
      );
      asked.current.set(key, asking);
      return asking;
    },
    [call, region],
  );

  /**
   * The fields that somebody else has, of those that could be asked about. A verdict on what has been
   * typed over meanwhile is left out: it says nothing of what stands there now.
   */
  const confirm = useCallback(
    async (all: UniqueValues): Promise<readonly UniqueField[]> => {
      const present = uniqueFields.filter((field) => (all[field] ?? '') !== '');
      const verdicts = await Promise.all(present.map((field) => ask(field, all[field] ?? '')));
      return present.filter(
        (field, at) => verdicts[at] === 'fail' && standing.current[field] === all[field],
      );
    },
    [ask],
  );

  const settled = useDebouncedValue(JSON.stringify(values), VALIDATION_DEBOUNCE_MS);
  useEffect(() => {
    if (!online) return undefined;
    let isGone = false;
    void confirm(JSON.parse(settled) as UniqueValues).then((taken) => {
      if (!isGone && taken.length > 0) tell.current(taken);
    });
    return () => {
      isGone = true;
    };
  }, [confirm, settled, online]);

  return { confirm };
}
