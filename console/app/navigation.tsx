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

/** Links to the screens that the operator's rights allow. */
export function Navigation() {
  const { t, i18n } = useLingui();
  const session = useSession();
  const shown = screens.filter(
    ({ inNavigation, right }) => inNavigation && hasRight(session, right),
  );
  return (
    <nav
      aria-label={t`Screens`}
      className="flex w-14 flex-col gap-4 overflow-y-auto border-e border-line bg-surface-raised px-2 py-3 [grid-area:navigation] desk:w-52"
    >
      {groups.map(({ id, title }) => {
        const ofGroup = shown.filter(({ group }) => group === id);
        if (ofGroup.length === 0) return null;
        return (
          <div key={id} role="group" aria-label={i18n._(title)}>
            <p
              aria-hidden="true"
              className="hidden px-2.5 pb-1 text-caption font-semibold text-ink-soft desk:block"
            >
              {i18n._(title)}
            </p>
            <ul className="space-y-0.5">
              {ofGroup.map((screen) => (
                <li key={screen.path}>
                  <ScreenLink screen={screen} title={i18n._(screen.title)} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function ScreenLink({
  screen: { path, icon: Icon },
  title,
}: {
  screen: ConsoleScreen;
  title: string;
}) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isCurrent = path === '/' ? pathname === '/' : pathname.startsWith(path);
  return (
    <ConsoleLink
      href={path}
      title={title}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex min-h-9 items-center gap-2.5 rounded-control px-2.5 py-1.5 font-medium',
        isCurrent
          ? 'bg-info-soft font-semibold text-ink sunlight:bg-ink sunlight:text-surface'
          : 'text-ink hover:bg-surface-sunken',
      )}
    >
      <Icon className="size-5 shrink-0" strokeWidth={1.75} />
      <span className="sr-only desk:not-sr-only desk:break-long">{title}</span>
    </ConsoleLink>
  );
}
