import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import type { LedgerDocument } from '#schemas/ledger.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRefetch } from '#src/data/requests/use-refetch.ts';

/** A person whose statement can be shown. */
interface Person {
  readonly id: string;
  readonly name: string;
}

/**
 * People whose statement the signed-in user may see, starting with themselves: everyone in the ledger or the
 * team for owners, only themselves for staff.
 */
export function usePeople(
  ledger: readonly LedgerDocument[] | undefined,
  isForOwner: boolean,
): readonly Person[] {
  const { t } = useLingui();
  const { singletons } = useAccount();
  const identity = useIdentity();
  const self = useSingleton('self');
  const team = useSingleton('team') ?? [];
  useRefetch(
    useCallback(
      () => (isForOwner ? singletons.fetchTeam() : Promise.resolve()),
      [singletons, isForOwner],
    ),
  );
  if (!identity) return [];
  const currentPerson = {
    id: identity.user_id,
    name: self ? `${self.name} ${self.surname}` : t`You`,
  };
  if (!isForOwner) return [currentPerson];
  const members = team.map(({ uuid, name, surname }) => ({ id: uuid, name: `${name} ${surname}` }));
  const knownIds = new Set([currentPerson, ...members].map(({ id }) => id));
  const otherIds = idsIn(ledger ?? []).filter((id) => !knownIds.has(id));
  // Former members have no name on this device.
  const formerMembers = otherIds.map((id, index) => {
    const number = index + 1;
    return { id, name: t`Former member ${number}` };
  });
  return [currentPerson, ...members.filter(({ id }) => id !== currentPerson.id), ...formerMembers];
}

function idsIn(ledger: readonly LedgerDocument[]): string[] {
  const ids = ledger.flatMap(({ people }) => (people ?? []).map(({ uuid }) => uuid));
  return [...new Set(ids)].toSorted();
}
