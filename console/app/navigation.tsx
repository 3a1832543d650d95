import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { classNames } from '#src/ui/class-names.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { screens } from './screens.ts';

const groups = [
  { id: 'work', title: msg`Work` },
  { id: 'programme', title: msg`Programme` },
  { id: 'system', title: msg`System` },
] as const;

/** The navigation next to the screen; in a narrow window, the header's menu replaces it. */
export function Navigation() {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Screens`}
      className="hidden w-14 flex-col gap-4 overflow-y-auto border-e border-line bg-surface-raised px-2 py-3 [grid-area:navigation] tablet:flex desk:w-52"
    >
      <ScreenLinks />
    </nav>
  );
}

interface ScreenLinksProps {
  /** True to show the names at every width; otherwise only in wide windows. */
  readonly hasNames?: boolean;
  /** Called when a link is followed. */
  readonly onFollow?: (() => void) | undefined;
}

/** Links to the screens that the operator's rights allow, in groups. */
export function ScreenLinks({ hasNames = false, onFollow }: ScreenLinksProps) {
  const { i18n } = useLingui();
  const session = useSession();
  const visibleScreens = screens.filter(
    ({ inNavigation, right }) => inNavigation && hasRight(session, right),
  );
  return (
    <>
      {groups.map(({ id, title }) => {
        const groupScreens = visibleScreens.filter(({ group }) => group === id);
        if (groupScreens.length === 0) return null;
        return (
          <div key={id} role="group" aria-label={i18n._(title)}>
            <p
              aria-hidden="true"
              className={classNames(
                'px-2.5 pb-1 text-caption font-semibold text-ink-soft',
                !hasNames && 'hidden desk:block',
              )}
            >
              {i18n._(title)}
            </p>
            <ul className="space-y-0.5">
              {groupScreens.map((screen) => (
                <li key={screen.path}>
                  <ScreenLink
                    screen={screen}
                    title={i18n._(screen.title)}
                    hasNames={hasNames}
                    onFollow={onFollow}
                  />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}

/** Scrolls the navigation to the current screen, which may be below the fold in a short window. */
function showInNavigation(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest' });
}

interface ScreenLinkProps extends ScreenLinksProps {
  readonly screen: ConsoleScreen;
  readonly title: string;
}

function ScreenLink({ screen, title, hasNames, onFollow }: ScreenLinkProps) {
  const { path, icon: Icon } = screen;
  const pathname = useLocation({ select: (location) => location.pathname });
  const isCurrent = path === '/' ? pathname === '/' : pathname.startsWith(path);
  return (
    <ConsoleLink
      ref={isCurrent ? showInNavigation : undefined}
      href={path}
      onClick={onFollow}
      title={title}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex min-h-target items-center gap-2.5 rounded-control px-2.5 py-1.5 font-medium',
        isCurrent
          ? 'bg-info-soft font-semibold text-ink sunlight:bg-ink sunlight:text-surface'
          : 'text-ink hover:bg-surface-sunken',
      )}
    >
      <Icon className="size-5 shrink-0" strokeWidth={1.75} />
      <span className={hasNames ? 'break-long' : 'sr-only desk:not-sr-only desk:break-long'}>
        {title}
      </span>
    </ConsoleLink>
  );
}
