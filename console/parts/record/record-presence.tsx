import { useLingui } from '@lingui/react';
import { Plural } from '@lingui/react/macro';
import { Users } from 'lucide-react';
import {
  PRESENCE_INTERVAL_MS,
  presenceCalls,
  type PresenceKind,
} from '#schemas/operator/presence-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';

/** A record whose page shows who else has it open. */
export interface PresentRecord {
  readonly kind: PresenceKind;
  readonly id: string;
}

/**
 * Names the other operators who have the record open. A failed request isn't shown, because the next one
 * follows soon.
 */
export function RecordPresence({ kind, id }: PresentRecord) {
  const { i18n } = useLingui();
  const { data } = useOperatorQuery(
    presenceCalls.reportPresence,
    { body: { kind, record: id } },
    { pollMs: () => PRESENCE_INTERVAL_MS },
  );
  const otherOperators = data?.others ?? [];
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(otherOperators);
  return (
    <p
      role="status"
      className="mt-1 flex items-center gap-1.5 text-small text-ink-soft empty:hidden [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {otherOperators.length > 0 && (
        <>
          <Users aria-hidden />
          <span className="break-long">
            <Plural
              value={otherOperators.length}
              one={`${names} also has this open.`}
              other={`${names} also have this open.`}
            />
          </span>
        </>
      )}
    </p>
  );
}
