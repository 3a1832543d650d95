import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { findCompanyType, isAcceptanceMissing } from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { managesOwnEmail, parseOptions } from '#schemas/person-rules.ts';
import { isOwner } from '#schemas/roles.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRegionalSettings } from '#src/data/account/use-regional-settings.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { openLeads } from '#src/data/live/open-leads.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useServerNow } from '#src/data/requests/use-request.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { errorText } from '#src/data/text/error-messages.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { readableVouchers } from '#src/features/orders/queries.ts';
import { type ProjectUnsentCounts, openProjects } from '#src/features/projects/queries.ts';
import { openSurveys } from '#src/features/surveys/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { RevealTogether } from '#src/ui/feedback/reveal-together.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { shouldWarnOfExpiry } from './points-expiry.tsx';
import { saveHeight } from './saved-height.ts';
import { type Todo, type TodoOf, listTodos } from './todos.ts';
import { useTodoText } from './use-todo-text.tsx';

/** Number of to-dos in the collapsed list. */
const COLLAPSED_COUNT = 3;

export interface TodoListProps {
  changesByProject: ReadonlyMap<string, ProjectUnsentCounts> | undefined;
}

/**
 * List of to-dos that expire soon or need the user's action (spec 1 §2 "Home"). It's hidden if there are none.
 * @param props.fallback shown while loading
 */
export function TodoList({ fallback, ...props }: TodoListProps & { fallback: ReactNode }) {
  return (
    <RevealTogether fallback={fallback}>
      <Todos {...props} />
    </RevealTogether>
  );
}

function Todos({ changesByProject }: TodoListProps) {
  const { t } = useLingui();
  const [isExpanded, setIsExpanded] = useState(false);
  const todos = useTodos(changesByProject);
  const listRef = useSaveHeight(isExpanded);
  const count = todos.length;
  return (
    <div ref={listRef}>
      {count > 0 && (
        <Section
          title={<Trans>Needs your attention</Trans>}
          link={
            count > COLLAPSED_COUNT && (
              <span className="-me-gutter">
                <Button
                  variant="quiet"
                  aria-expanded={isExpanded}
                  onClick={() => setIsExpanded(!isExpanded)}
                >
                  {isExpanded ? (
                    <Trans>Show fewer</Trans>
                  ) : (
                    <Trans context="to-dos">Show all {count}</Trans>
                  )}
                </Button>
              </span>
            )
          }
        >
          {/* Announces new to-dos, but not every change in the remaining time. */}
          <div aria-live="polite" aria-relevant="additions">
            <List label={t`Needs your attention`}>
              {todos.slice(0, isExpanded ? count : COLLAPSED_COUNT).map((todo) => (
                <TodoRow key={todo.id} todo={todo} />
              ))}
            </List>
          </div>
        </Section>
      )}
    </div>
  );
}

/** Saves the list's height for the next start of the app, unless the list is expanded. */
function useSaveHeight(isExpanded: boolean) {
  const listRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = listRef.current;
    if (!list || isExpanded) return undefined;
    const observer = new ResizeObserver(() => saveHeight(list.offsetHeight));
    observer.observe(list);
    return () => observer.disconnect();
  }, [isExpanded]);
  return listRef;
}

/** A to-do: title, details, time left, and a link to the screen for it. */
function TodoRow({ todo }: { todo: Todo }) {
  const { icon, title, meta, link } = useTodoText(todo);
  return (
    <ListRow
      icon={icon}
      title={title}
      meta={meta}
      action={isDismissible(todo) && <DismissButton todo={todo} />}
      chevron={!isDismissible(todo)}
      {...linkTo(link)}
    />
  );
}

function isDismissible(todo: Todo): todo is Dismissible {
  return todo.kind === 'points' || todo.kind === 'voucher' || todo.kind === 'survey';
}

function DismissButton({ todo }: { todo: Dismissible }) {
  const { t, i18n } = useLingui();
  const account = useAccount();
  const serverNow = useServerNow();
  const options = useSingleton('self')?.options ?? '{}';
  const labels = { points: t`Got it`, voucher: t`Don’t remind me again`, survey: t`Later` };
  const dismiss = () => void dismissTodo(todo, { account, i18n, now: serverNow(), options });
  return <IconButton label={labels[todo.kind]} icon={<X />} onClick={dismiss} />;
}

/** Maximum number of dismissed vouchers to remember. Those that were dismissed earlier should have expired by then. */
const MAX_DISMISSED = 50;

/** To-dos that can be dismissed without being done. */
type Dismissible = TodoOf<'points' | 'voucher' | 'survey'>;

interface DismissContext {
  readonly account: ReturnType<typeof useAccount>;
  readonly i18n: I18n;
  /** Milliseconds since 1970, by the server's clock. */
  readonly now: number;
  /** The user's current options. */
  readonly options: string;
}

/**
 * Dismisses a to-do. A voucher never returns, the warning about expiring points returns next year, and a survey returns
 * after some days. Shows a toast if saving fails.
 */
async function dismissTodo(todo: Dismissible, context: DismissContext): Promise<void> {
  try {
    await saveDismissal(todo, context);
  } catch (error) {
    showToast({ message: errorText(context.i18n, error), subject: todo.kind, tone: 'bad' });
  }
}

function saveDismissal(
  todo: Dismissible,
  { account, now, options }: DismissContext,
): Promise<void> {
  const saveOption = (options: object) => account.singletons.saveOptions(JSON.stringify(options));
  switch (todo.kind) {
    case 'points':
      return saveOption({ expPtsSeen: new Date(now).toISOString() });
    case 'voucher':
      return saveOption({
        vouchersSeen: [...dismissedVouchers(options), todo.order.uuid].slice(-MAX_DISMISSED),
      });
    case 'survey':
      return account.surveyCommands.applySurveyStep(todo.survey.uuid, 'later');
  }
}

/** Returns this user's to-dos, most urgent first. */
function useTodos(
  changesByProject: ReadonlyMap<string, ProjectUnsentCounts> | undefined,
): readonly Todo[] {
  const clock = useRegionalClock();
  const canSee = useCanSee();
  const { unsent } = useSyncStatus();
  useBlockReveal(unsent === null);
  const self = useSingleton('self');
  const settings = useRegionalSettings();
  const points = useSingleton('points');
  const card = useSingleton('clubCard')?.card;
  const projects = useLiveQuery(openProjects, []) ?? [];
  const leads = useLiveQuery(openLeads, []);
  const vouchers = useLiveQuery(readableVouchers, []);
  const surveys = useLiveQuery(openSurveys, []);
  const expiringPoints = points?.points.to_expire ?? 0;
  const hasNoCard = self?.company.edenred_card === null && card && canSee(paths.clubCard());
  return listTodos(
    {
      unsent,
      projects,
      unsentCountOf: (uuid) => changesByProject?.get(uuid)?.waiting ?? 0,
      leads: leads && canSee(paths.leads()) ? leads : [],
      vouchers: vouchers ?? [],
      dismissedVoucherIds: self ? dismissedVouchers(self.options) : [],
      pointsToExpire:
        self && shouldWarnOfExpiry(expiringPoints, self.options, clock.now) ? expiringPoints : 0,
      email: self && canSee(paths.verifyEmail()) ? emailToVerify(self) : null,
      needsAcceptance: self ? canSee(paths.companyEdit()) && mustAcceptText(self, settings) : false,
      card: hasNoCard ? { isPending: card.pending_edenred_card === 1 } : null,
      surveys: self ? (surveys ?? []) : [],
    },
    clock,
  );
}

type Self = NonNullable<ReturnType<typeof useSingleton<'self'>>>;

/** True if the company hasn't accepted a text that its type requires. */
function mustAcceptText({ role, company }: Self, settings: RegionalSettings | undefined): boolean {
  if (!isOwner(role.id) || settings === undefined) return false;
  const type = findCompanyType(settings, company.company_type);
  return (
    isAcceptanceMissing(type, 'disclaimer', company.disclaimer_accepted) ||
    isAcceptanceMissing(type, 'declaration', company.declaration_accepted)
  );
}

/**
 * Returns the email address that the user still has to verify, or null. A pending new address comes first. Always null
 * for staff, because the owner sets their address.
 */
function emailToVerify({
  role,
  email,
  pending_email: newEmail,
  verified_email_at: verifiedAt,
}: Self) {
  if (!managesOwnEmail(role.id)) return null;
  if (newEmail) return { email: newEmail, isNew: true };
  return email === null || verifiedAt !== null ? null : { email, isNew: false };
}

/** Ids of orders whose voucher reminder was dismissed: `vouchersSeen` in the user's options. */
function dismissedVouchers(options: string): readonly string[] {
  const uuids = parseOptions(options)?.['vouchersSeen'];
  return Array.isArray(uuids) ? uuids.filter((uuid) => typeof uuid === 'string') : [];
}
