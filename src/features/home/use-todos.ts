import { managesOwnEmail } from '#schemas/person-rules.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { openLeads } from '#src/data/live/open-leads.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { readableVouchers } from '#src/features/orders/queries.ts';
import { openProjects, type UnsentProducts } from '#src/features/projects/queries.ts';
import { openSurveys } from '#src/features/surveys/queries.ts';
import { paths } from '#src/app/paths.ts';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { shouldWarnOfExpiry } from './points-expiry.tsx';
import { type Todo, listTodos } from './todos.ts';
import { dismissedVouchers } from './dismissed-vouchers.ts';

/** Returns the to-dos of this person, most urgent first. */
export function useTodos(
  unsentProducts: ReadonlyMap<string, UnsentProducts> | undefined,
): readonly Todo[] {
  const clock = useRegionalClock();
  const maySee = useCanSee();
  const { unsent } = useSyncStatus();
  useBlockReveal(unsent === null);
  const self = useSingleton('self');
  const points = useSingleton('points');
  const card = useSingleton('clubCard')?.card;
  const projects = useLiveQuery(openProjects, []) ?? [];
  const leads = useLiveQuery(openLeads, []);
  const vouchers = useLiveQuery(readableVouchers, []);
  const surveys = useLiveQuery(openSurveys, []);
  const toExpire = points?.points.to_expire ?? 0;
  const hasNoCard = self?.company.edenred_card === null && card && maySee(paths.clubCard());
  return listTodos(
    {
      unsent,
      projects,
      waitingOf: (uuid) => unsentProducts?.get(uuid)?.waiting ?? 0,
      leads: leads && maySee(paths.leads()) ? leads : [],
      vouchers: vouchers ?? [],
      seenVouchers: self ? dismissedVouchers(self.options) : [],
      pointsToExpire: self && shouldWarnOfExpiry(toExpire, self.options, clock.now) ? toExpire : 0,
      email: self && maySee(paths.verifyEmail()) ? emailToVerify(self) : null,
      card: hasNoCard ? { isPending: card.pending_edenred_card === 1 } : null,
      surveys: self ? (surveys ?? []) : [],
    },
    clock,
  );
}

type Self = NonNullable<ReturnType<typeof useSingleton<'self'>>>;

/**
 * Returns the address to verify, if the person owns it: staff addresses are set by the owner. A
 * pending new address comes first.
 */
function emailToVerify({ role, email, pending_email: wanted, verified_email_at: verified }: Self) {
  if (!managesOwnEmail(role.id)) return null;
  if (wanted) return { email: wanted, isNew: true };
  return email === null || verified !== null ? null : { email, isNew: false };
}
